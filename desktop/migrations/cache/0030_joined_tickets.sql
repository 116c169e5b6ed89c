-- Tickets that this one proved to be, and that are gone; null: none, as with nearly all.
alter table ticket add column joined text;
create index ticket_joined on ticket (id) where joined is not null;
