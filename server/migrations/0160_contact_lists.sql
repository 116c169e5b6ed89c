-- Lists of people to whom a company writes of its own accord. Consoles have the lists; their people are read page by page.

create table contact_lists (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  sort_name text not null generated always as (left(plain(name), 100)) stored,
  -- How many there are, how many of them WhatsApp knows, and how many it is still to be asked about: kept by the trigger
  -- below, because nobody can count a hundred thousand rows each time that one changes.
  contacts_count int not null default 0,
  valid_count int not null default 0,
  pending_count int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('contact_lists');
create index contact_lists_by_name on contact_lists (company_id, sort_name, id);
create constraint trigger feed after insert or update or delete on contact_lists
  deferrable initially deferred for each row execute function feed_shared('contactList', 'id');

create table contact_list_items (
  company_id bigint not null,
  id bigint generated always as identity,
  contact_list_id bigint not null,
  name text not null,
  -- Its key (shared, domain/phone.ts): both spellings of a Brazilian mobile are one person.
  number text not null,
  email text not null default '',
  -- Null: nobody knows yet.
  is_whatsapp_valid boolean,
  -- How WhatsApp spells the number; null while it knows nobody by it.
  whatsapp_number text,
  -- WhatsApp is to be asked, for the first time or again.
  check_due boolean not null default true,
  sort_name text not null generated always as (left(plain(name), 100)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint contact_list_items_number unique (company_id, contact_list_id, number),
  foreign key (company_id, contact_list_id) references contact_lists (company_id, id) on delete cascade
);
call protect_tenant_table('contact_list_items');
create index contact_list_items_by_name on contact_list_items (company_id, contact_list_id, sort_name, id);
create index contact_list_items_due on contact_list_items (company_id, contact_list_id, id) where check_due;
-- What is known of a number is known of it in every list.
create index contact_list_items_due_number on contact_list_items (company_id, number) where check_due;

-- A statement that changes many changes the list once. Whoever is about to change several lists has locked them in order.
create function count_contact_list_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update contact_lists l set contacts_count = l.contacts_count + c.contacts, valid_count = l.valid_count + c.valid,
      pending_count = l.pending_count + c.pending, updated_at = now()
    from (
      select company_id, contact_list_id, count(*) as contacts, count(*) filter (where is_whatsapp_valid) as valid,
        count(*) filter (where check_due) as pending
      from added group by company_id, contact_list_id) c
    where l.company_id = c.company_id and l.id = c.contact_list_id;
  elsif tg_op = 'DELETE' then
    update contact_lists l set contacts_count = l.contacts_count - c.contacts, valid_count = l.valid_count - c.valid,
      pending_count = l.pending_count - c.pending, updated_at = now()
    from (
      select company_id, contact_list_id, count(*) as contacts, count(*) filter (where is_whatsapp_valid) as valid,
        count(*) filter (where check_due) as pending
      from removed group by company_id, contact_list_id) c
    where l.company_id = c.company_id and l.id = c.contact_list_id;
  else
    update contact_lists l set valid_count = l.valid_count + c.valid, pending_count = l.pending_count + c.pending,
      updated_at = now()
    from (
      select company_id, contact_list_id, sum(valid) as valid, sum(pending) as pending
      from (
        select company_id, contact_list_id, (is_whatsapp_valid is true)::int as valid, check_due::int as pending from added
        union all
        select company_id, contact_list_id, -(is_whatsapp_valid is true)::int, -check_due::int from removed) one
      group by company_id, contact_list_id) c
    where l.company_id = c.company_id and l.id = c.contact_list_id;
  end if;
  return null;
end $$;
create trigger count_added after insert on contact_list_items referencing new table as added
  for each statement execute function count_contact_list_items();
create trigger count_changed after update on contact_list_items referencing old table as removed new table as added
  for each statement execute function count_contact_list_items();
create trigger count_removed after delete on contact_list_items referencing old table as removed
  for each statement execute function count_contact_list_items();

-- What WhatsApp has said of a number, for a month: a number in several lists is asked for once.
create table number_checks (
  company_id bigint not null references companies (id) on delete cascade,
  -- Its key.
  number text not null,
  "exists" boolean not null,
  whatsapp_number text,
  checked_at timestamptz not null default now(),
  primary key (company_id, number)
);
call protect_tenant_table('number_checks');
create index number_checks_age on number_checks (checked_at);

-- When a connection may ask about numbers again. Apart from the connection: consoles need not hear of it.
create table number_check_turns (
  company_id bigint not null,
  connection_id bigint not null,
  next_at timestamptz not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('number_check_turns');

alter table contact_imports
  add foreign key (company_id, contact_list_id) references contact_lists (company_id, id) on delete cascade;
