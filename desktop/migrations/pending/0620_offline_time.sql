-- When the rows were last what the server has (ms), and the latest instant that this computer's clock has shown since: both 0
-- until that is known.
alter table client add column synced_at int not null default 0;
alter table client add column latest_at int not null default 0;
