-- Backups that were made, and copies of them that were tried out: one at a time, by a command (operator/backup.ts).
create table backups (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'trial')),
  began_at timestamptz not null default clock_timestamp(),
  -- To which moment it leads.
  at timestamptz,
  ended_at timestamptz,
  -- Null: under way, or interrupted.
  outcome text check (outcome in ('done', 'failed')),
  reason text,
  -- What was new in it.
  bytes bigint
);
grant select, insert, update, delete on backups to balcao_system;
grant select on migrations to balcao_system;
create index backups_good on backups (kind, at) where outcome = 'done';
