-- Moments to which this database was brought back, by the target that PostgreSQL keeps of it: what was unsent then may
-- have left since, and waits for a person (backup/after-restore.ts). A row is written when that was done, and is itself
-- younger than its moment: whoever goes back there again begins without it.
create table restores (
  target text primary key,
  noticed_at timestamptz not null default clock_timestamp(),
  -- What waits for a person since.
  messages int not null,
  schedules int not null,
  campaigns int not null
);
grant select, insert on restores to balcao_system;
