-- What became of a message besides what its row says last: refused and sent again, edited, taken back, by whom.
create table message_steps (
  company_id bigint not null references companies (id) on delete cascade,
  message_id uuid not null,
  id bigint not null generated always as identity,
  -- `undone`: WhatsApp has refused the last edit or deletion.
  kind text not null check (kind in ('failed', 'again', 'edited', 'deleted', 'undone')),
  at timestamptz not null default now(),
  -- The agent's name or the program's, as it was then; null: the customer, the phone, or the network.
  author text,
  error_code text,
  primary key (company_id, message_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('message_steps');

-- A trigger notes them, so that no way of changing a message can forget. Whoever acts for a person says so for the
-- transaction (`app.author`).
create function note_message_step() returns trigger language plpgsql as $$
declare
  edits constant int := cardinality(new.earlier_bodies) - cardinality(old.earlier_bodies);
  step constant text := case
    when new.is_deleted and not old.is_deleted then 'deleted'
    when old.is_deleted and not new.is_deleted or edits < 0 then 'undone'
    when edits > 0 then 'edited'
    when new.state = 'failed' then 'failed'
    else 'again' end;
begin
  insert into message_steps (company_id, message_id, kind, author, error_code)
  values (new.company_id, new.id, step, nullif(current_setting('app.author', true), ''),
    case when step in ('failed', 'undone') then new.error_code end);
  return null;
end $$;
create trigger note_message_step after update on messages for each row
  when (new.is_deleted <> old.is_deleted or cardinality(new.earlier_bodies) <> cardinality(old.earlier_bodies)
    or (new.state = 'failed') <> (old.state = 'failed'))
  execute function note_message_step();
