-- Work that returns by the clock (platform/jobs): how each job went last, and who runs one that only one process at a
-- time may run.
create table jobs (
  name text primary key,
  started_at timestamptz,
  duration_ms int,
  outcome text check (outcome in ('done', 'setBack', 'failed')),
  reason text,
  held_by uuid,
  held_until timestamptz,
  -- The moment of the schedule that somebody has taken last.
  slot timestamptz
);
grant select, insert, update, delete on jobs to balcao_system;

-- What failed among the things that are due, and when it is tried again. Without a company: of the installation.
create table job_setbacks (
  job text not null,
  company_id bigint references companies (id) on delete cascade,
  item text not null,
  tries int not null,
  reason text not null,
  retry_at timestamptz not null,
  unique nulls not distinct (job, company_id, item)
);
grant select, insert, update, delete on job_setbacks to balcao_system;
