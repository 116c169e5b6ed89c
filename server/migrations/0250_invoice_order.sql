-- The operator's list is by time, to the millisecond that its pages name: numbers of several databases say nothing of it.
alter table invoices alter column created_at type timestamptz(3);
create index invoices_by_time on invoices (created_at, id);
-- Its moment as the log has it, which knows by that what is new.
alter table invoices add column made_at timestamptz not null default now();
