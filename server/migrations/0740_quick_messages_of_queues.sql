-- A queue that goes must not show everybody what was for its members: its quick messages become their authors' own.
create function withdraw_quick_messages() returns trigger language plpgsql as $$
begin
  update quick_messages set geral = false, queue_id = null
  where company_id = old.company_id and queue_id = old.id;
  return old;
end $$;
create trigger quick_messages_withdrawn before delete on queues
  for each row execute function withdraw_quick_messages();
create index quick_messages_by_queue on quick_messages (company_id, queue_id) where queue_id is not null;

-- Those whose author has gone are for whoever sees the whole company to hand on.
create or replace function quick_message_scopes(geral boolean, queue_id bigint, user_id bigint) returns text[]
  language sql immutable parallel safe
  return case
      when geral and queue_id is null then array['a']
      when geral then array['c', 'q:' || queue_id::text]
      when user_id is null then array['c']
      else '{}'::text[] end
    || case when user_id is not null then array['u:' || user_id::text] else '{}'::text[] end;
