-- All that there is about somebody, as ZIPs: who asked for it, how far it is, until when it can be downloaded.
create table data_exports (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint not null generated always as identity,
  -- Of whom: a contact, or the key of a number that only lists have. Neither: the person is gone, and so are the ZIPs soon.
  contact_id bigint,
  number text,
  language text not null check (language in ('pt', 'en', 'es')),
  state text not null default 'making' check (state in ('making', 'done', 'failed')),
  asked_by bigint,
  asked_by_name text not null,
  asked_at timestamptz not null default now(),
  -- Messages that are in it, of so many as there were when it was asked for.
  messages int not null default 0,
  messages_total int not null,
  -- Where the next ZIP begins; null: at the beginning.
  place jsonb,
  -- Which process makes one, and until when nobody else does.
  claim uuid,
  claimed_until timestamptz,
  ends_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id),
  foreign key (company_id, asked_by) references users (company_id, id) on delete set null (asked_by),
  check ((claim is null) = (claimed_until is null)),
  check ((state = 'making') = (ends_at is null))
);
call protect_tenant_table('data_exports');
create unique index data_exports_making_contact on data_exports (company_id, contact_id) where state = 'making';
create unique index data_exports_making_number on data_exports (company_id, number)
  where state = 'making' and contact_id is null;
create index data_exports_of_contact on data_exports (company_id, contact_id, id desc);
create index data_exports_of_number on data_exports (company_id, number, id desc) where number is not null;
create index data_exports_by_asker on data_exports (company_id, asked_by) where asked_by is not null;
create index data_exports_due on data_exports (asked_at) where state = 'making';
create index data_exports_ended on data_exports (ends_at) where ends_at is not null;
create index data_exports_of_nobody on data_exports (company_id, id) where contact_id is null and number is null;

-- One ZIP of it.
create table data_export_parts (
  company_id bigint not null,
  export_id bigint not null,
  part int not null,
  path text not null,
  size bigint not null,
  primary key (company_id, export_id, part),
  foreign key (company_id, export_id) references data_exports (company_id, id) on delete cascade
);
call protect_tenant_table('data_export_parts');
create index data_export_parts_by_path on data_export_parts (path);
