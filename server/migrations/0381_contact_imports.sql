-- Contacts from a file: its rows wait here until they have been taken over, so that a restart goes on where it was.
create table contact_imports (
  company_id bigint not null references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id bigint,
  file_name text not null default '',
  state text not null default 'draft' check (state in ('draft', 'running', 'done', 'cancelled', 'failed')),
  headings text[] not null,
  -- What each column becomes (shared/src/domain/contact-import.ts).
  meanings text[] not null,
  update_existing boolean not null default false,
  total int not null,
  created int not null default 0,
  updated int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
call protect_tenant_table('contact_imports');
create index contact_imports_running on contact_imports (created_at) where state = 'running';
create index contact_imports_of_user on contact_imports (company_id, user_id);

create table contact_import_rows (
  company_id bigint not null,
  import_id uuid not null,
  -- As people count them: the headings are row 1.
  row int not null,
  cells text[] not null,
  outcome text check (outcome in ('created', 'updated', 'skipped', 'failed')),
  problem text,
  primary key (company_id, import_id, row),
  foreign key (company_id, import_id) references contact_imports (company_id, id) on delete cascade
);
call protect_tenant_table('contact_import_rows');
create index contact_import_rows_waiting on contact_import_rows (company_id, import_id, row) where outcome is null;

-- The address books of linked phones, as far as WhatsApp tells them.
create table phone_contacts (
  company_id bigint not null,
  connection_id bigint not null,
  number text not null,
  lid text,
  name text not null default '',
  at timestamptz not null default now(),
  primary key (company_id, connection_id, number),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('phone_contacts');
