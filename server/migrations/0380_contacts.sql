-- What people note of a contact beyond name and number (specification document 1, section 3).
alter table contacts
  -- [{name, value}], in the order in which people wrote them.
  add column extra_info jsonb not null default '[]',
  add column notes text not null default '',
  add column blocked boolean not null default false,
  -- Bots stay silent for this person.
  add column bot_disabled boolean not null default false;

-- What a connection still has to tell WhatsApp: it may be down when somebody blocks a contact.
create table block_orders (
  company_id bigint not null,
  connection_id bigint not null,
  contact_id bigint not null,
  blocked boolean not null,
  at timestamptz not null default now(),
  primary key (company_id, connection_id, contact_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
call protect_tenant_table('block_orders');
create index block_orders_of_contact on block_orders (company_id, contact_id);

-- Files whose row is gone: whoever finds them here removes them, also after a crash.
create table removed_files (
  company_id bigint not null references companies (id) on delete cascade,
  path text not null,
  at timestamptz not null default now(),
  primary key (company_id, path)
);
call protect_tenant_table('removed_files');

-- Which groups somebody has written in. A participant's name begins with the value of one of their identities.
create index messages_by_author on messages (company_id, split_part(participant, '@', 1), contact_id)
  where participant <> '';
-- The files of a contact, newest first.
create index messages_with_media on messages (company_id, contact_id, created_at desc, id desc)
  where media_id is not null;
