-- The server's clock as this computer knew it last: how far it was ahead (ms), and the latest instant it named (ms).
alter table client add column clock_offset int not null default 0;
alter table client add column clock_seen int not null default 0;
