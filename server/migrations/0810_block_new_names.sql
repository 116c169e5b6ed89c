-- Who is blocked stays blocked under a number or an account that the contact gets later: each connection is told again. A
-- trigger tells it, so that no way of giving a contact a name can forget.
create function block_under_new_names() returns trigger language plpgsql as $$
begin
  insert into block_orders (company_id, connection_id, contact_id, blocked)
  select distinct c.company_id, w.id, c.id, true
  from given join contacts c on c.company_id = given.company_id and c.id = given.contact_id and c.blocked
  join connections w on w.company_id = c.company_id and w.deleted_at is null
  on conflict (company_id, connection_id, contact_id) do update set blocked = true, state = 'due', at = now();
  return null;
end $$;
create trigger block_under_new_names after insert on contact_identities referencing new table as given
  for each statement execute function block_under_new_names();
