-- A closed ticket whose customer was asked for a mark waits for it until then (behaviours, section 6).
alter table tickets add column rating_until timestamptz check (rating_until is null or status = 'closed');
create index tickets_rating_due on tickets (rating_until) where rating_until is not null;

-- 1 dissatisfied, 2 satisfied, 3 very satisfied.
alter table ticket_tracking add column rate smallint check (rate between 1 and 3);
alter table ticket_tracking add check ((rate is null) = (rated_at is null));
