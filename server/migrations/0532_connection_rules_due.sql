-- What the rules of connections look for (behaviours, section 8).
create index tickets_without_queue on tickets (company_id, connection_id)
  where status = 'pending' and queue_id is null;
create index tickets_left_open on tickets (company_id, connection_id, last_message_at)
  where status = 'open' and not is_group;
