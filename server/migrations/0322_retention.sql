-- How long a company keeps what. Without a row: for ever.
create table retention_rules (
  company_id bigint not null references companies (id) on delete cascade,
  kind text not null check (kind in ('tickets', 'notes', 'files', 'chats', 'audit')),
  months int not null check (months between 1 and 240 and (kind <> 'audit' or months >= 6)),
  primary key (company_id, kind)
);
call protect_tenant_table('retention_rules');

-- What must not go, whoever wants it and however old it is: one conversation, or all of a contact.
create table holds (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  ticket_id bigint,
  contact_id bigint,
  reason text not null,
  user_name text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check (num_nonnulls(ticket_id, contact_id) = 1),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
call protect_tenant_table('holds');
create unique index holds_of_ticket on holds (company_id, ticket_id) where ticket_id is not null;
create unique index holds_of_contact on holds (company_id, contact_id) where contact_id is not null;
create index holds_list on holds (company_id, created_at desc, id desc);

-- Each night of a company in which something was looked for, and how far it has come: a process that dies goes on from there.
create table retention_nights (
  company_id bigint not null references companies (id) on delete cascade,
  night date not null,
  -- The kind under way, and the last one of it that had its turn.
  kind text,
  place jsonb,
  gone jsonb not null default '{}',
  failed int not null default 0,
  bytes_before bigint not null,
  bytes_after bigint,
  ended_at timestamptz,
  primary key (company_id, night)
);
call protect_tenant_table('retention_nights');

-- The oldest first, of each kind.
create index tickets_by_end on tickets (company_id, closed_at, id) where status = 'closed';
create index messages_notes_by_time on messages (company_id, created_at, id) where media_type = 'note';
create index media_by_age on media (company_id, created_at, id) include (size) where state = 'stored';
create index chat_messages_by_time on chat_messages (company_id, created_at, id);
