-- What became of each block stays: whether a contact is blocked is a matter of all connections.
alter table block_orders
  add column state text not null default 'due' check (state in ('due', 'done', 'refused'));
create index block_orders_due on block_orders (company_id, connection_id, at) where state = 'due';
create index contacts_blocked on contacts (company_id, id) where blocked;

-- An account that is linked knows nothing of those who were blocked before. A trigger tells it, so that no way of linking
-- can forget.
create function block_on_linked_account() returns trigger language plpgsql as $$
begin
  insert into block_orders (company_id, connection_id, contact_id, blocked)
  select new.company_id, new.id, c.id, true from contacts c where c.company_id = new.company_id and c.blocked
  on conflict (company_id, connection_id, contact_id) do update set blocked = true, state = 'due', at = now();
  return null;
end $$;
create trigger block_on_linked_account after update of number on connections for each row
  when (new.number is not null and new.number is distinct from old.number)
  execute function block_on_linked_account();

-- Nobody has written down until now which connection was told.
insert into block_orders (company_id, connection_id, contact_id, blocked)
select c.company_id, w.id, c.id, true from contacts c join connections w on w.company_id = c.company_id
where c.blocked and w.deleted_at is null
on conflict do nothing;
