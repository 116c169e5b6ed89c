-- What answers in an agent's place while a ticket waits (specification document 1, section 7: PUT /tickets). Prompts and
-- integrations have no tables yet; as in `queues`, their ids stand here without a reference until then.
alter table tickets
  add column use_integration boolean not null default false,
  add column prompt_id bigint,
  add column integration_id bigint;
