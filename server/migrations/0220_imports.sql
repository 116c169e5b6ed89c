-- What came from another program's database: which row there is which one here, so that a repetition brings nothing twice.
-- A source is named by its address, without what opens it.

create table import_origins (
  company_id bigint not null references companies (id) on delete cascade,
  source text not null,
  -- The words are those of src/whaticket/origins.repo.ts.
  kind text not null,
  -- Its id there.
  origin text not null,
  -- Its id here. The row may be gone since: what people have deleted does not come back.
  id bigint not null,
  primary key (company_id, source, kind, origin)
);
call protect_tenant_table('import_origins');
create unique index import_origins_company on import_origins (source, origin) where kind = 'company';

-- How far an import has come that was not finished. It goes with the end of the import.
create table import_marks (
  company_id bigint not null references companies (id) on delete cascade,
  source text not null,
  kind text not null,
  -- The last row there that was taken over or left out.
  after text not null,
  primary key (company_id, source, kind)
);
call protect_tenant_table('import_marks');

-- What became of a row other than what stood there, for the report.
create table import_notes (
  company_id bigint not null references companies (id) on delete cascade,
  source text not null,
  kind text not null,
  origin text not null,
  -- The words are those of src/whaticket/report.ts.
  what text not null,
  detail text not null default '',
  primary key (company_id, source, kind, origin, what)
);
call protect_tenant_table('import_notes');

-- Files whose bytes have not come yet. A message has its file's row from the beginning; everything else gets the file when
-- that is there.
create table import_files (
  company_id bigint not null references companies (id) on delete cascade,
  media_id uuid not null,
  source text not null,
  -- The table that carries it, and the carrier's id.
  carrier text not null
    check (carrier in ('messages', 'queues', 'queue_options', 'quick_messages', 'schedules', 'campaigns')),
  carrier_id text not null,
  -- What the database there says of its place.
  place text not null,
  primary key (company_id, media_id)
);
call protect_tenant_table('import_files');
