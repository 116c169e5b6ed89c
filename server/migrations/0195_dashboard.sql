-- The figures of the dashboard, kept while tickets change, so that no look counts a year of them.
--
-- What a cycle counts for is a function of its row alone (dashboard_facts). A change of the row writes what it adds and
-- takes away as new rows: two agents who finish tickets at once would wait for each other at the one row of a counter. A
-- job folds them into the counters every few seconds, and whoever reads adds those that are still there, so that figures
-- are exact at every moment.

create function seconds_between(since timestamptz, until timestamptz) returns int
  language sql immutable parallel safe
  as $$ select least(greatest(floor(extract(epoch from until - since)), 0), 2000000000)::int $$;

create function dashboard_facts(cycle ticket_tracking) returns table (at timestamptz, kind text, value int)
  language sql stable
  as $$
    select fact.at, fact.kind, coalesce(fact.value, 0) from (values
      (cycle.created_at, 'begun', cycle.is_first::int),
      (cycle.answered_at, 'answered', seconds_between(cycle.asked_at, cycle.answered_at)),
      (case when cycle.started_at is not null then cycle.finished_at end, 'waited',
        seconds_between(coalesce(cycle.queued_at, cycle.created_at), cycle.started_at)),
      (case when cycle.started_at is not null then cycle.finished_at end, 'served',
        seconds_between(cycle.started_at, cycle.finished_at)),
      (cycle.finished_at, 'finished', seconds_between(cycle.created_at, cycle.finished_at)),
      (case when cycle.rate is not null then cycle.finished_at end, 'rated', cycle.rate::int)
    ) as fact (at, kind, value)
    where fact.at is not null
  $$;

-- Durations fall into buckets that are 5 % wide: number b holds those from 1.05^(b-1) to 1.05^b seconds.
create function duration_bucket(seconds int) returns int
  language sql immutable parallel safe
  as $$ select case when seconds < 1 then 0 else 1 + floor(ln(seconds::float8) / ln(1.05::float8))::int end $$;

-- Two spreads, of how many durations each bucket holds, as one.
create function add_spreads(one jsonb, other jsonb) returns jsonb
  language sql immutable parallel safe
  as $$
    select coalesce(jsonb_object_agg(bucket, n), '{}') from (
      select bucket, sum(n::int) as n
      from (select * from jsonb_each_text(one) union all select * from jsonb_each_text(other)) as both_of (bucket, n)
      group by bucket having sum(n::int) <> 0) as sums
  $$;

create table dashboard_deltas (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  queue_id bigint,
  connection_id bigint not null,
  user_id bigint,
  kind text not null,
  value int not null,
  -- 1: it counts from now on. -1: it does not any more.
  n smallint not null,
  primary key (company_id, id)
);
call protect_tenant_table('dashboard_deltas');

create function count_cycle() returns trigger language plpgsql as $$
begin
  -- A company that is going takes its counters along.
  if not exists (select from companies where id = coalesce(new.company_id, old.company_id)) then return null; end if;
  insert into dashboard_deltas (company_id, at, queue_id, connection_id, user_id, kind, value, n)
  with before as (
    select fact.at, old.queue_id, old.connection_id, old.user_id, fact.kind, fact.value
    from dashboard_facts(old) as fact where tg_op <> 'INSERT'),
  after as (
    select fact.at, new.queue_id, new.connection_id, new.user_id, fact.kind, fact.value
    from dashboard_facts(new) as fact where tg_op <> 'DELETE')
  select coalesce(new.company_id, old.company_id), gone.*, -1 from (table before except all table after) as gone
  union all
  select coalesce(new.company_id, old.company_id), come.*, 1 from (table after except all table before) as come;
  return null;
end $$;
create trigger dashboard after insert or delete on ticket_tracking for each row execute function count_cycle();
-- Not for what no figure says, as that a ticket waits anew.
create trigger dashboard_change after update on ticket_tracking for each row
  when ((old.connection_id, old.user_id, old.queue_id, old.created_at, old.answered_at, old.asked_at, old.finished_at,
      old.rate, old.is_first)
    is distinct from (new.connection_id, new.user_id, new.queue_id, new.created_at, new.answered_at, new.asked_at,
      new.finished_at, new.rate, new.is_first)
    or new.finished_at is not null and (old.started_at, old.queued_at) is distinct from (new.started_at, new.queued_at))
  execute function count_cycle();

-- Counts of blocks of 1, 7 and 28 days on the company's calendar: the longest range is a few dozen of them. Each as a
-- whole, and by queue, connection and agent, since nobody asks for two of these at once.
create table dashboard_counters (
  company_id bigint not null references companies (id) on delete cascade,
  span smallint not null,
  -- Counted from Monday, 2001-01-01.
  block int not null,
  part text not null check (part in ('all', 'queue', 'connection', 'user')),
  -- 0: without one.
  part_id bigint not null,
  begun int not null,
  leads int not null,
  answered int not null,
  answer_s bigint not null,
  waited int not null,
  wait_s bigint not null,
  served int not null,
  service_s bigint not null,
  finished int not null,
  finish_s bigint not null,
  bad int not null,
  fair int not null,
  good int not null,
  -- How many first answers, and how many conversations from beginning to end, took as long as each bucket says.
  answers jsonb not null default '{}',
  finishes jsonb not null default '{}',
  -- How many began in each hour of the week, from Monday at midnight on.
  hours jsonb not null default '{}',
  primary key (company_id, span, block, part, part_id)
) with (fillfactor = 80);
call protect_tenant_table('dashboard_counters');

-- Companies whose counters are to be made anew: their days begin at another moment.
create table dashboard_rebuilds (
  company_id bigint primary key references companies (id) on delete cascade
);
call protect_tenant_table('dashboard_rebuilds');

create function rebuild_dashboard() returns trigger language plpgsql as $$
begin
  insert into dashboard_rebuilds (company_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger rebuild_dashboard after update of timezone on companies for each row
  when (old.timezone <> new.timezone) execute function rebuild_dashboard();
