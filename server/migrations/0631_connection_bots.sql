-- What answers first on a connection, before its queue's own (behaviours, section 3). As in `queues`, the ids stand here
-- without a reference until prompts and integrations have tables.
alter table connections
  add column prompt_id bigint,
  add column integration_id bigint;
