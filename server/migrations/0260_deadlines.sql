-- Deadlines: until when a company wants to have answered a customer, and to have finished.

create table deadline_policies (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  active boolean not null,
  -- The first that fits a ticket is the one.
  position int not null,
  first_answer_minutes int check (first_answer_minutes > 0),
  next_answer_minutes int check (next_answer_minutes > 0),
  resolution_minutes int check (resolution_minutes > 0),
  business_hours boolean not null,
  -- Which tickets: each that is not empty must fit.
  queue_ids bigint[] not null,
  tag_ids bigint[] not null,
  connection_ids bigint[] not null,
  contact_field text,
  contact_value text,
  -- What it points at, for example `queue:12`.
  refs text[] not null,
  -- Who had waited before somebody switched it on has not waited for it.
  counts_from timestamptz not null,
  -- Since when it rests, because what it points at is gone.
  resting_since timestamptz,
  primary key (company_id, id),
  check (first_answer_minutes is not null or next_answer_minutes is not null or resolution_minutes is not null),
  check ((contact_field is null) = (contact_value is null))
);
call protect_tenant_table('deadline_policies');
create unique index deadline_policies_name on deadline_policies (company_id, plain(name));
create constraint trigger feed after insert or update or delete on deadline_policies
  deferrable initially deferred for each row execute function feed_shared('deadlinePolicy', 'id');

-- What a company's policies look at, in one row: companies without one read nothing more.
create table deadline_sets (
  company_id bigint primary key references companies (id) on delete cascade,
  active boolean not null default false,
  by_tag boolean not null default false,
  by_contact boolean not null default false,
  -- Until when `open_hours` are known.
  open_until timestamptz
);
call protect_tenant_table('deadline_sets');
create index deadline_sets_by_end on deadline_sets (open_until) where active;

-- When a company (queue 0) and each queue with hours of its own is open, as shared/src/time/open-spans.ts makes it of their
-- hours and holidays. Behind the last stands an empty one.
create table open_hours (
  company_id bigint not null references companies (id) on delete cascade,
  queue_id bigint not null,
  opens timestamptz not null,
  closes timestamptz not null check (closes >= opens),
  -- For so many seconds it was open before.
  before_s bigint not null,
  primary key (company_id, queue_id, opens)
);
call protect_tenant_table('open_hours');
create index open_hours_by_sum on open_hours (company_id, queue_id, before_s);

create function calendar_of(company bigint, queue bigint) returns bigint language sql stable as $$
  select coalesce((select queue_id from open_hours where company_id = company and queue_id = queue limit 1), 0)
$$;

-- As `openUntil` and `openAfter` of open-spans.ts.
create function open_seconds(company bigint, calendar bigint, until timestamptz) returns float8 language sql stable as $$
  select coalesce((
    select before_s + extract(epoch from least(until, closes) - opens)::float8 from open_hours
    where company_id = company and queue_id = calendar and opens <= until order by opens desc limit 1), 0)
$$;
create function open_after(company bigint, calendar bigint, since timestamptz, seconds float8) returns timestamptz
  language sql stable as $$
  select case when seconds <= 0 then since else (
    select case when found.at <= found.closes then found.at end
    from (select open_seconds(company, calendar, since) + seconds as seconds) wanted
    cross join lateral (
      select h.closes, h.opens + make_interval(secs => wanted.seconds - h.before_s) as at from open_hours h
      where h.company_id = company and h.queue_id = calendar and h.before_s < wanted.seconds
      order by h.before_s desc limit 1) found) end
$$;

-- One deadline of a ticket, from its beginning to its end. They outlive the policies, people and queues that they name.
create table deadlines (
  company_id bigint not null,
  id bigint generated always as identity,
  ticket_id bigint not null,
  policy_id bigint not null,
  kind text not null check (kind in ('firstAnswer', 'nextAnswer', 'resolution')),
  -- Seconds of its time that had passed when it paused last, and since when it runs again; null: it pauses.
  used_s float8 not null default 0,
  running_since timestamptz,
  near_at timestamptz(3),
  due_at timestamptz(3),
  -- What people, rules and webhooks have been told.
  told text not null default 'nothing' check (told in ('nothing', 'near', 'missed')),
  ended_at timestamptz,
  -- Null: it is not decided.
  met boolean,
  decided_at timestamptz,
  -- Where its ticket was when that was decided.
  queue_id bigint,
  connection_id bigint,
  user_id bigint,
  -- When there is something to tell.
  turn_at timestamptz generated always as (case
    when told = 'missed' then null
    when met = false then due_at
    when ended_at is not null then null
    when told = 'near' then due_at
    else near_at end) stored,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  check ((met is null) = (decided_at is null)),
  check (ended_at is null or met is not null)
);
call protect_tenant_table('deadlines');
-- Under way a ticket has one of its next answer and one of its end.
create unique index deadlines_under_way on deadlines (company_id, ticket_id, (kind = 'resolution')) where ended_at is null;
create index deadlines_of_ticket on deadlines (company_id, ticket_id);
create index deadlines_turns on deadlines (turn_at) where turn_at is not null;

alter table tickets
  add column deadline_policy_id bigint,
  -- Its deadlines that run, as consoles show them, and the first of them.
  add column deadlines jsonb not null default '[]',
  add column due_at timestamptz(3);
create index tickets_due on tickets (company_id, status, due_at, id) where due_at is not null;
create index tickets_due_of_user on tickets (company_id, user_id, status, due_at, id)
  where due_at is not null and user_id is not null;
create index tickets_by_deadline_policy on tickets (company_id, deadline_policy_id) where deadline_policy_id is not null;

create function deadline_policy_of(t tickets) returns deadline_policies language sql stable as $$
  select p from deadline_policies p
  where p.company_id = t.company_id and p.active and p.resting_since is null
    and (p.queue_ids = '{}' or t.queue_id = any (p.queue_ids))
    and (p.connection_ids = '{}' or t.connection_id = any (p.connection_ids))
    and (p.tag_ids = '{}' or exists (
      select from ticket_tags k
      where k.company_id = t.company_id and k.ticket_id = t.id and k.tag_id = any (p.tag_ids)))
    and (p.contact_field is null or exists (
      select from contacts c cross join lateral jsonb_array_elements(c.extra_info) info
      where c.company_id = t.company_id and c.id = t.contact_id
        and plain(btrim(info ->> 'name')) = plain(p.contact_field)
        and plain(btrim(info ->> 'value')) = plain(p.contact_value)))
  order by p.position, p.id limit 1
$$;

create function deadline_minutes(p deadline_policies, kind text) returns int language sql immutable as $$
  select case kind when 'firstAnswer' then p.first_answer_minutes when 'nextAnswer' then p.next_answer_minutes
    else p.resolution_minutes end
$$;

-- Ends those under way of these kinds: one whose time had passed is missed; of the others those that were kept are met, and
-- those that nobody waits for any more were never there.
create function end_deadlines(t tickets, kinds text[], at timestamptz, kept boolean) returns void language plpgsql as $$
begin
  delete from deadlines
  where company_id = t.company_id and ticket_id = t.id and ended_at is null and met is null and kind = any (kinds)
    and not kept and (due_at is null or due_at >= at);
  update deadlines set ended_at = at, met = coalesce(met, due_at is null or due_at >= at),
    decided_at = coalesce(decided_at, case when due_at < at then due_at else at end),
    queue_id = case when met is null then t.queue_id else queue_id end,
    connection_id = case when met is null then t.connection_id else connection_id end,
    user_id = case when met is null then t.user_id else user_id end
  where company_id = t.company_id and ticket_id = t.id and ended_at is null and kind = any (kinds);
end $$;

-- Begins those that a policy wants of a ticket whose customer waits for us, or lets them go on; otherwise they pause. One is
-- near when three quarters of its time have passed.
create function run_deadlines(t tickets, p deadline_policies, runs boolean, answer text, at timestamptz)
  returns void language plpgsql as $$
declare
  -- Put off it pauses, and goes on when it is back.
  begins timestamptz := greatest(t.waiting_since, t.resumed_at, p.counts_from);
  calendar bigint := case when p.business_hours then calendar_of(t.company_id, t.queue_id) end;
begin
  if not runs then
    update deadlines set running_since = null, near_at = null, due_at = null,
      used_s = used_s + greatest(0, case when calendar is null then extract(epoch from at - running_since)
        else open_seconds(t.company_id, calendar, at) - open_seconds(t.company_id, calendar, running_since) end)
    where company_id = t.company_id and ticket_id = t.id and ended_at is null and met is null
      and running_since is not null;
    return;
  end if;
  insert into deadlines (company_id, ticket_id, policy_id, kind)
  select t.company_id, t.id, p.id, wanted.kind from unnest(array[answer, 'resolution']) wanted (kind)
  where deadline_minutes(p, wanted.kind) is not null
  on conflict (company_id, ticket_id, (kind = 'resolution')) where ended_at is null do nothing;
  update deadlines d set policy_id = p.id, running_since = begun.since, near_at = begun.near_at, due_at = begun.due_at
  from (
    select id, s.since,
      case when calendar is null then s.since + make_interval(secs => greatest(0, s.seconds * 0.75 - used_s))
        else open_after(t.company_id, calendar, s.since, s.seconds * 0.75 - used_s) end as near_at,
      case when calendar is null then s.since + make_interval(secs => greatest(0, s.seconds - used_s))
        else open_after(t.company_id, calendar, s.since, s.seconds - used_s) end as due_at
    from deadlines cross join lateral (
      select least(running_since, begins) as since, deadline_minutes(p, kind) * 60.0 as seconds) s
    where company_id = t.company_id and ticket_id = t.id and ended_at is null and met is null) begun
  where d.company_id = t.company_id and d.id = begun.id;
end $$;

-- Keeps a ticket's deadlines right in the statement that changes it. What speaks is told by the ticket itself: whoever takes
-- away the wait of one that is under way and that no bot has taken over has answered.
create function keep_deadlines() returns trigger language plpgsql as $$
declare
  policy deadline_policies;
  is_closed boolean := new.status = 'closed';
  runs boolean := not is_closed and new.snoozed_until is null and new.waiting_since is not null and not new.is_group;
  waits_no_more boolean := old.waiting_since is not null
    and (new.waiting_since is null or new.waiting_since > old.waiting_since);
  answered boolean := waits_no_more and not is_closed and new.answerer = 'nobody';
  at timestamptz := case when is_closed then coalesce(new.closed_at, now())
    when answered then greatest(new.last_message_at, old.waiting_since) else now() end;
begin
  if old.deadline_policy_id is null
    and not exists (select from deadline_sets where company_id = new.company_id and active)
  then
    return new;
  end if;
  if waits_no_more then
    perform end_deadlines(new, array['firstAnswer', 'nextAnswer'], at, answered);
  end if;
  if is_closed then
    perform end_deadlines(new, array['resolution'], at, true);
  elsif not new.is_group then
    policy := deadline_policy_of(new);
  end if;
  perform end_deadlines(new, array(
    select kind from unnest(array['firstAnswer', 'nextAnswer', 'resolution']) kind
    where policy.id is null or deadline_minutes(policy, kind) is null), at, false);
  if policy.id is not null then
    perform run_deadlines(new, policy, runs, case when answered or exists (
      select from ticket_tracking where company_id = new.company_id and ticket_id = new.id and finished_at is null
        and answered_at is not null) then 'nextAnswer' else 'firstAnswer' end, at);
  end if;
  new.deadline_policy_id := policy.id;
  select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'policyId', policy_id, 'nearAt', deadline_instant(near_at),
    'dueAt', deadline_instant(due_at)) order by due_at, id), '[]'), min(due_at)
  into new.deadlines, new.due_at
  from deadlines where runs and company_id = new.company_id and ticket_id = new.id and ended_at is null and due_at is not null;
  return new;
end $$;
create function deadline_instant(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
create trigger keep_deadlines before update on tickets for each row
  when ((old.status, old.waiting_since, old.snoozed_until, old.queue_id, old.connection_id, old.contact_id)
    is distinct from (new.status, new.waiting_since, new.snoozed_until, new.queue_id, new.connection_id, new.contact_id))
  execute function keep_deadlines();
-- To look once more is to set this to what it is.
create trigger keep_deadlines_anew before update of deadline_policy_id on tickets for each row
  execute function keep_deadlines();

create function begin_deadlines() returns trigger language plpgsql as $$
begin
  update tickets set deadline_policy_id = deadline_policy_id
  where company_id = new.company_id and id = new.id
    and exists (select from deadline_sets where company_id = new.company_id and active);
  return null;
end $$;
create trigger begin_deadlines after insert on tickets for each row
  when (new.waiting_since is not null and new.status <> 'closed') execute function begin_deadlines();

create function follow_deadline_tags() returns trigger language plpgsql as $$
declare
  changed ticket_tags := case when tg_op = 'DELETE' then old else new end;
begin
  update tickets set deadline_policy_id = deadline_policy_id
  where company_id = changed.company_id and id = changed.ticket_id and status <> 'closed'
    and exists (select from deadline_sets where company_id = changed.company_id and active and by_tag);
  return null;
end $$;
create trigger deadlines after insert or delete on ticket_tags for each row execute function follow_deadline_tags();

create function follow_deadline_contacts() returns trigger language plpgsql as $$
begin
  update tickets set deadline_policy_id = deadline_policy_id
  where company_id = new.company_id and contact_id = new.id and status <> 'closed'
    and exists (select from deadline_sets where company_id = new.company_id and active and by_contact);
  return null;
end $$;
create trigger deadlines after update of extra_info on contacts for each row
  when (old.extra_info is distinct from new.extra_info) execute function follow_deadline_contacts();

-- Policies or hours are others now.
create function renew_deadlines(company bigint) returns void language sql as $$
  update tickets set deadline_policy_id = deadline_policy_id
  where company_id = company and status in ('pending', 'open')
    and (waiting_since is not null or deadline_policy_id is not null)
$$;

create function follow_deadline_policies() returns trigger language plpgsql as $$
declare
  company bigint;
begin
  for company in
    select distinct c.company_id from changed c where exists (select from companies o where o.id = c.company_id)
  loop
    insert into deadline_sets as s (company_id, active, by_tag, by_contact)
    select company, count(*) > 0, coalesce(bool_or(tag_ids <> '{}'), false),
      coalesce(bool_or(contact_field is not null), false)
    from deadline_policies where company_id = company and active and resting_since is null
    on conflict (company_id) do update
      set active = excluded.active, by_tag = excluded.by_tag, by_contact = excluded.by_contact;
    perform renew_deadlines(company);
  end loop;
  return null;
end $$;
create trigger follow_new after insert on deadline_policies referencing new table as changed
  for each statement execute function follow_deadline_policies();
create trigger follow_changed after update on deadline_policies referencing new table as changed
  for each statement execute function follow_deadline_policies();
create trigger follow_gone after delete on deadline_policies referencing old table as changed
  for each statement execute function follow_deadline_policies();

create function rest_deadline_policies() returns trigger language plpgsql as $$
begin
  update deadline_policies set resting_since = now()
  where company_id = old.company_id and resting_since is null and refs @> array[tg_argv[0] || ':' || old.id];
  return null;
end $$;
create trigger rest_deadline_policies after delete on queues
  for each row execute function rest_deadline_policies('queue');
create trigger rest_deadline_policies after delete on tags
  for each row execute function rest_deadline_policies('tag');
create trigger rest_deadline_policies after delete on connections
  for each row execute function rest_deadline_policies('connection');
create trigger rest_deadline_policies_of_deleted after update of deleted_at on connections for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function rest_deadline_policies('connection');

-- The figures: each deadline that is decided counts on the day of its decision, a missed one on that of its deadline.
alter table dashboard_counters
  add column first_met int not null default 0,
  add column first_missed int not null default 0,
  add column next_met int not null default 0,
  add column next_missed int not null default 0,
  add column solved_met int not null default 0,
  add column solved_missed int not null default 0;

create function deadline_fact(d deadlines) returns text language sql immutable as $$
  select case d.kind when 'firstAnswer' then 'first' when 'nextAnswer' then 'next' else 'solved' end
    || case when d.met then '_met' else '_missed' end
$$;
create function count_deadline() returns trigger language plpgsql as $$
begin
  if not exists (select from companies where id = coalesce(new.company_id, old.company_id)) then return null; end if;
  if tg_op <> 'INSERT' and old.met is not null then
    insert into dashboard_deltas (company_id, at, queue_id, connection_id, user_id, kind, value, n)
    values (old.company_id, old.decided_at, old.queue_id, old.connection_id, old.user_id, deadline_fact(old), 0, -1);
  end if;
  if tg_op <> 'DELETE' and new.met is not null then
    insert into dashboard_deltas (company_id, at, queue_id, connection_id, user_id, kind, value, n)
    values (new.company_id, new.decided_at, new.queue_id, new.connection_id, new.user_id, deadline_fact(new), 0, 1);
  end if;
  return null;
end $$;
create trigger dashboard_gone after delete on deadlines for each row
  when (old.met is not null) execute function count_deadline();
create trigger dashboard_change after update on deadlines for each row
  when (old.met is distinct from new.met) execute function count_deadline();

alter table ticket_views drop constraint ticket_views_sort_check;
alter table ticket_views add constraint ticket_views_sort_check check (sort in ('newest', 'longest', 'urgent'));

-- A deadline that is missed stands in the conversation, and so webhooks are told.
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
      when 'automated' then case when after.body::jsonb ->> 'failed' is null then 'automation.applied' end
      when 'deadlineMissed' then 'sla.breached' end]
    when not after.from_me then array[case
      when after.state = 'received' and not after.placeholder and coalesce(before.placeholder, true) then 'message.received' end]
    else array[
      case when after.state = 'sent' and before.state is distinct from 'sent' then 'message.sent' end,
      case when after.ack >= 3 and coalesce(before.ack, 0) < 3 then 'message.delivered' end,
      case when after.ack >= 4 and coalesce(before.ack, 0) < 4 then 'message.read' end,
      case when after.state = 'failed' and before.state is distinct from 'failed' then 'message.failed' end]
  end
$$;
