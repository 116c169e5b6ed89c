-- Who gets what waits: queues that give their tickets to agents, and how many each agent may have.

alter table queues
  add column assignment text not null default 'byHand' check (assignment in ('byHand', 'inTurn', 'fewest', 'known')),
  -- Whoever served the customer within so many days is the one they know.
  add column assignment_known_days int not null default 30 check (assignment_known_days > 0),
  -- Where what waits for so many minutes goes on.
  add column overflow_queue_id bigint,
  add column overflow_minutes int not null default 15 check (overflow_minutes > 0),
  -- They count while the queue is open (`open_hours`), otherwise around the clock.
  add column overflow_business_hours boolean not null default false,
  add check (overflow_queue_id <> id),
  add foreign key (company_id, overflow_queue_id) references queues (company_id, id) on delete set null (overflow_queue_id);
create index queues_that_assign on queues (company_id, id) where assignment <> 'byHand';
create index queues_that_overflow on queues (company_id, overflow_queue_id) where overflow_queue_id is not null;

alter table users
  -- So many open tickets, and none is given by itself any more; null: any number.
  add column capacity int check (capacity >= 0),
  add column away_until timestamptz(3);
grant update (capacity, away_until) on users to balcao_app;
alter table user_queues
  add column capacity int check (capacity >= 0),
  -- When the queue gave them a ticket last.
  add column assigned_at timestamptz;

alter table tickets
  -- Since when it waits in the queue that it is in.
  add column queue_since timestamptz not null default now(),
  -- Whoever had it last is not given it again by itself. The id outlives the person.
  add column given_back_by bigint;

create function wait_in_queue() returns trigger language plpgsql as $$
begin
  new.queue_since := now();
  new.given_back_by := case when old.status = 'open' then old.user_id end;
  return new;
end $$;
create trigger wait_in_queue before update of status, queue_id on tickets for each row
  when (new.status = 'pending' and (old.status, old.queue_id) is distinct from (new.status, new.queue_id))
  execute function wait_in_queue();

-- What was given by a queue is accepted, and what flowed on is transferred: so webhooks are told.
create or replace function webhook_events_of(before messages, after messages) returns text[] language sql immutable as $$
  select case
    when after.media_type = 'event' then array[case after.body::jsonb ->> 'kind'
      when 'started' then 'ticket.created'
      when 'accepted' then 'ticket.accepted'
      when 'assigned' then 'ticket.accepted'
      when 'reopened' then 'ticket.accepted'
      when 'transferred' then 'ticket.transferred'
      when 'returned' then 'ticket.transferred'
      when 'overflowed' then 'ticket.transferred'
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
