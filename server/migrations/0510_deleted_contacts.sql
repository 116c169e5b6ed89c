-- A contact that goes is told to everybody: who saw it by conversations that went before it, by an erasure or by a person,
-- has it still. The entry is nothing but its id.
create or replace function feed_contacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'contact', old.id::text, 'delete', array['a']);
  else
    perform feed_write(new.company_id, 'contact', new.id::text, 'put',
      (select scopes from contact_scopes(new.company_id, new.id, new.added_by)));
  end if;
  return null;
end $$;
