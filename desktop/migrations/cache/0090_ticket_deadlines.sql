-- When the first of its deadlines ends; where none runs, later than any of those.
alter table ticket add column due_at int not null default 0;
create index ticket_due on ticket (status, due_at, id);
