-- Companies that are gone and whose files may still be there (housekeeping.ts).
create table removed_companies (
  id bigint primary key,
  at timestamptz not null default now()
);
grant select, insert, delete on removed_companies to balcao_system;
