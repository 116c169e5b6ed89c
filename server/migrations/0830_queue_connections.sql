-- Which connections lead to a queue is a part of that queue, and is looked for from there too.
create index connection_queues_by_queue on connection_queues (company_id, queue_id, connection_id);

create function feed_connection_queues() returns trigger language plpgsql as $$
declare
  changed connection_queues := case when tg_op = 'DELETE' then old else new end;
begin
  -- The queue may be going too: that entry stands already.
  if exists (select from queues where company_id = changed.company_id and id = changed.queue_id) then
    perform feed_write(changed.company_id, 'queue', changed.queue_id::text, 'put', array['a']);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or delete on connection_queues
  deferrable initially deferred for each row execute function feed_connection_queues();
