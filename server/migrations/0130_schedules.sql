-- Messages that go out by themselves at a time of their own.

create table schedules (
  company_id bigint not null references companies (id) on delete cascade,
  -- Made by the console, and the id of the message that it becomes: whatever is repeated, there is one.
  id uuid not null,
  contact_id bigint not null,
  -- Who wrote it; null when the person is gone, and of what a program wrote.
  user_id bigint,
  -- Through which connection a program wrote it; null for people's, which go out where the contact can be reached.
  connection_id bigint,
  body text not null,
  media_id uuid,
  send_at timestamptz not null,
  status text not null default 'PENDENTE' check (status in ('PENDENTE', 'ENVIADA', 'ERRO')),
  -- Why it failed; while it is due and PENDENTE, what it waits for.
  error_code text,
  waiting_since timestamptz,
  -- When it is looked at next: later than send_at while it waits.
  due_at timestamptz not null,
  -- When it was put into the conversation.
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  scopes text[] not null generated always as (
    array['c'] || case when user_id is null then '{}'::text[] else array['u:' || user_id::text] end) stored,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, media_id) references media (company_id, id)
);
call protect_tenant_table('schedules');
create index schedules_due on schedules (due_at) where status = 'PENDENTE';
create index schedules_list on schedules (company_id, send_at, id);
create index schedules_by_contact on schedules (company_id, contact_id, send_at);
create index schedules_by_user on schedules (company_id, user_id, send_at, id);
create index schedules_by_connection on schedules (company_id, connection_id) where connection_id is not null;
create index schedules_by_media on schedules (company_id, media_id) where media_id is not null;

create trigger let_go after delete on schedules for each row
  when (old.media_id is not null) execute function let_go_of_media();
create trigger let_go_for_another after update of media_id on schedules for each row
  when (old.media_id is distinct from new.media_id and old.media_id is not null)
  execute function let_go_of_media();

-- What the messenger says of the message is what became of the schedule, also when somebody tries it once more.
create function schedule_follows_message() returns trigger language plpgsql as $$
begin
  update schedules set
    status = case when new.state = 'failed' then 'ERRO' else 'ENVIADA' end,
    error_code = case when new.state = 'failed' then new.error_code end
  where company_id = new.company_id and id = new.id and sent_at is not null;
  return null;
end $$;
create trigger schedule_follows after update of state on messages for each row
  when (old.state is distinct from new.state and (new.state = 'failed' or old.state = 'failed'))
  execute function schedule_follows_message();

create function feed_schedules() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'schedule', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'schedule', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'schedule', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on schedules
  deferrable initially deferred for each row execute function feed_schedules();
