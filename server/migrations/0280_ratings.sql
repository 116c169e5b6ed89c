-- What customers say of the service when it ended: a mark on the scale that the company has chosen, and a comment.

-- How satisfied a mark says that they are: 1 dissatisfied, 2 satisfied, 3 very satisfied; null for a mark that the scale
-- does not have. Marks of several scales are compared by this alone.
create function rating_level(scale text, mark int) returns smallint language sql immutable parallel safe as $$
  select case scale
    when 'satisfaction' then case when mark between 1 and 3 then mark end
    when 'stars' then case when mark between 1 and 2 then 1 when mark = 3 then 2 when mark between 4 and 5 then 3 end
    when 'nps' then case when mark between 0 and 6 then 1 when mark between 7 and 8 then 2 when mark between 9 and 10 then 3 end
  end::smallint
$$;

alter table ticket_tracking drop constraint ticket_tracking_rate_check;
alter table ticket_tracking
  -- What `rate` is a mark of: those of before are all of the first scale.
  add column rating_scale text not null default 'satisfaction' check (rating_scale in ('satisfaction', 'stars', 'nps')),
  -- When the customer began to comment.
  add column commented_at timestamptz,
  add constraint ticket_tracking_rate_check check (rate is null or rating_level(rating_scale, rate) is not null),
  add constraint ticket_tracking_comment_check check (commented_at is null or rate is not null);

-- The lists of ratings, newest first: all, of an agent, of a queue, of a level, and those with words.
create index ratings_by_time on ticket_tracking (company_id, rated_at desc, id desc) where rate is not null;
create index ratings_of_user on ticket_tracking (company_id, user_id, rated_at desc, id desc) where rate is not null;
create index ratings_of_queue on ticket_tracking (company_id, queue_id, rated_at desc, id desc) where rate is not null;
create index ratings_of_level on ticket_tracking
  (company_id, rating_level(rating_scale, rate), rated_at desc, id desc) where rate is not null;
create index ratings_commented on ticket_tracking (company_id, rated_at desc, id desc) where commented_at is not null;

-- What was said about a rating: the customer's comment, and what the team answered to it. The words are the messages'.
create table rating_messages (
  company_id bigint not null,
  tracking_id bigint not null,
  message_id uuid not null,
  primary key (company_id, tracking_id, message_id),
  foreign key (company_id, tracking_id) references ticket_tracking (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('rating_messages');
create index rating_messages_of_message on rating_messages (company_id, message_id);

-- What the customer is asked until `rating_until`: a mark of a scale, a comment to the one that was given, or what
-- belongs to a comment that has begun.
alter table tickets add column rating_asks text not null default 'satisfaction'
  check (rating_asks in ('satisfaction', 'stars', 'nps', 'comment', 'more'));

-- The figures tell levels.
create or replace function dashboard_facts(cycle ticket_tracking) returns table (at timestamptz, kind text, value int)
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
      (case when cycle.rate is not null then cycle.finished_at end, 'rated',
        rating_level(cycle.rating_scale, cycle.rate)::int)
    ) as fact (at, kind, value)
    where fact.at is not null
  $$;
