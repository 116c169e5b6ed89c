-- Rules by which a company's tickets move without anybody: when something happens, if it is so, then that is done.

create table automations (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  active boolean not null,
  -- They look one after the other.
  position int not null,
  -- As `shared/src/features/automations/rule.ts` says.
  cause jsonb not null,
  conditions jsonb not null,
  effects jsonb not null,
  -- What it points at, for example `queue:12`.
  refs text[] not null,
  -- Why the server lets it rest, until somebody changes it or switches it on.
  resting text check (resting in ('gone', 'limit', 'failed')),
  resting_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((resting is null) = (resting_since is null))
);
call protect_tenant_table('automations');
create unique index automations_name on automations (company_id, plain(name));
create index automations_timed on automations (company_id, (cause ->> 'kind'), ((cause ->> 'minutes')::int))
  where active and resting is null and cause ? 'minutes';

-- They are a matter of those who manage them.
create function feed_automations() returns trigger language plpgsql as $$
declare
  changed automations := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'automation', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['r']);
  return null;
end $$;
create constraint trigger feed after insert or update or delete on automations
  deferrable initially deferred for each row execute function feed_automations();

-- What a rule points at may be deleted in many ways: the rule rests from then on, and says so.
create function rest_automations() returns trigger language plpgsql as $$
begin
  update automations set resting = 'gone', resting_since = now()
  where company_id = old.company_id and resting is null and refs @> array[tg_argv[0] || ':' || old.id];
  return null;
end $$;
create trigger rest_automations after delete on queues for each row execute function rest_automations('queue');
create trigger rest_automations after delete on users for each row execute function rest_automations('user');
create trigger rest_automations after delete on tags for each row execute function rest_automations('tag');
create trigger rest_automations after delete on quick_messages
  for each row execute function rest_automations('quickMessage');
create trigger rest_automations after delete on connections for each row execute function rest_automations('connection');
create trigger rest_automations_of_deleted after update of deleted_at on connections for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function rest_automations('connection');

-- What a company's rules look at now, in one row: whoever has a cause reads it, and keeps the rules while the version stays.
create table automation_sets (
  company_id bigint primary key references companies (id) on delete cascade,
  version bigint not null,
  -- The kinds of causes that any of them waits for.
  causes text[] not null
);
call protect_tenant_table('automation_sets');

-- Tickets that stand in a way that rules wait for, and when the next of these rules has its turn.
create table automation_clocks (
  company_id bigint not null,
  ticket_id bigint not null,
  kind text not null check (kind in ('waiting', 'unanswered', 'silent')),
  since timestamptz not null,
  -- Rules of so many minutes have had their turn.
  passed int not null default 0,
  -- Null: no rule waits any more.
  due_at timestamptz,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
call protect_tenant_table('automation_clocks');
create index automation_clocks_due on automation_clocks (due_at) where due_at is not null;

create function automation_due(company bigint, wanted text, since timestamptz, passed int)
  returns timestamptz language sql stable as $$
  select since + make_interval(mins => min((cause ->> 'minutes')::int)) from automations
  where company_id = company and active and resting is null and cause ? 'minutes' and cause ->> 'kind' = wanted
    and (cause ->> 'minutes')::int > passed
$$;

-- How a ticket stands, and since when. Put off it stands in no way, and when it is back its minutes count anew.
create function automation_clock(t tickets, out kind text, out since timestamptz) language sql immutable as $$
  select s.kind, greatest(case s.kind when 'silent' then t.last_message_at else t.waiting_since end, t.resumed_at)
  from (select case
    when t.status = 'closed' or t.snoozed_until is not null or t.is_group then null
    when t.status = 'pending' then case when t.waiting_since is not null then 'waiting' end
    when t.waiting_since is not null then 'unanswered'
    when t.last_message <> '' then 'silent' end as kind) s
$$;

-- What a rule says itself begins no new silence: its customer would be asked again for ever.
create function wind_automation_clock() returns trigger language plpgsql as $$
declare
  stands record := automation_clock(new);
begin
  if stands.kind is null or not exists (
    select from automation_sets where company_id = new.company_id and stands.kind = any (causes))
  then
    delete from automation_clocks where company_id = new.company_id and ticket_id = new.id;
    return null;
  end if;
  insert into automation_clocks as c (company_id, ticket_id, kind, since, due_at)
  values (new.company_id, new.id, stands.kind, stands.since,
    automation_due(new.company_id, stands.kind, stands.since, 0))
  on conflict (company_id, ticket_id) do update
    set kind = excluded.kind, since = excluded.since, passed = 0, due_at = excluded.due_at
    where c.kind <> excluded.kind or c.since <> excluded.since
      and not (c.kind = 'silent' and current_setting('app.automation', true) = 'on');
  return null;
end $$;
create trigger wind_automation_clock
  after insert or update of status, waiting_since, snoozed_until, last_message_at on tickets
  for each row execute function wind_automation_clock();

-- Rules that are new look at what passes from now on; a turn that is due stays.
create function follow_automations() returns trigger language plpgsql as $$
declare
  company bigint;
begin
  for company in
    select distinct c.company_id from changed c where exists (select from companies o where o.id = c.company_id)
  loop
    insert into automation_sets as s (company_id, version, causes)
    values (company, 1, coalesce((select array_agg(distinct cause ->> 'kind') from automations
      where company_id = company and active and resting is null), '{}'))
    on conflict (company_id) do update set version = s.version + 1, causes = excluded.causes;
    insert into automation_clocks (company_id, ticket_id, kind, since)
    select company, t.id, stands.kind, stands.since
    from tickets t cross join lateral automation_clock(t) stands
    join automation_sets s on s.company_id = company and stands.kind = any (s.causes)
    where t.company_id = company and t.status in ('pending', 'open')
    on conflict (company_id, ticket_id) do nothing;
    update automation_clocks c set passed = had.minutes,
      due_at = automation_due(company, c.kind, c.since, had.minutes)
    from (select ticket_id, greatest(passed, floor(extract(epoch from now() - since) / 60)::int) as minutes
      from automation_clocks where company_id = company and (due_at is null or due_at > now())) had
    where c.company_id = company and c.ticket_id = had.ticket_id;
  end loop;
  return null;
end $$;
create trigger follow_new after insert on automations referencing new table as changed
  for each statement execute function follow_automations();
create trigger follow_changed after update on automations referencing new table as changed
  for each statement execute function follow_automations();
create trigger follow_gone after delete on automations referencing old table as changed
  for each statement execute function follow_automations();

-- What rules did: counted for those who manage them, and so that none speaks too much. Kept for 30 days.
create table automation_runs (
  company_id bigint not null,
  id bigint generated always as identity,
  automation_id bigint not null,
  ticket_id bigint not null,
  -- What it said to the customer.
  texts int not null,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, automation_id) references automations (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
call protect_tenant_table('automation_runs');
create index automation_runs_of_automation on automation_runs (company_id, automation_id, at);
create index automation_runs_of_ticket on automation_runs (company_id, ticket_id, at);
create index automation_runs_by_time on automation_runs (at);

-- A rule that acted says so in the conversation, and so to webhooks.
create or replace function webhook_events_of(before messages, after messages) returns text[] language sql immutable as $$
  select case
    when after.media_type = 'event' then array[case after.body::jsonb ->> 'kind'
      when 'started' then 'ticket.created'
      when 'accepted' then 'ticket.accepted'
      when 'reopened' then 'ticket.accepted'
      when 'transferred' then 'ticket.transferred'
      when 'returned' then 'ticket.transferred'
      when 'closed' then 'ticket.closed'
      when 'rated' then 'ticket.rated'
      when 'automated' then case when after.body::jsonb ->> 'failed' is null then 'automation.applied' end end]
    when not after.from_me then array[case
      when after.state = 'received' and not after.placeholder and coalesce(before.placeholder, true) then 'message.received' end]
    else array[
      case when after.state = 'sent' and before.state is distinct from 'sent' then 'message.sent' end,
      case when after.ack >= 3 and coalesce(before.ack, 0) < 3 then 'message.delivered' end,
      case when after.ack >= 4 and coalesce(before.ack, 0) < 4 then 'message.read' end,
      case when after.state = 'failed' and before.state is distinct from 'failed' then 'message.failed' end]
  end
$$;
