-- What led the customer here first, as lists are narrowed to it; null: nothing, as with most.
alter table ticket add column source text;
create index ticket_of_source on ticket (source) where source is not null;
