-- The customers: what is known of them, by what names WhatsApp knows them, who sees them, and whom to block.

create table contacts (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  -- Its name in addresses.
  uuid uuid not null default gen_random_uuid(),
  name text not null,
  -- A person has typed the name: push names no longer change it.
  name_edited boolean not null default false,
  number text not null default '',
  -- The number was typed, or came from a file, and WhatsApp could not be asked whether somebody has it.
  number_unchecked boolean not null default false,
  email text not null default '',
  -- [{name, value}], in the order in which people wrote them.
  extra_info jsonb not null default '[]',
  notes text not null default '',
  -- A file of our own: a link to WhatsApp would tell it who looks at whom, and ends after some days.
  picture_id uuid,
  profile_pic_url text generated always as ('/media/' || picture_id::text) stored,
  is_group boolean not null default false,
  blocked boolean not null default false,
  -- Bots stay silent for this person.
  bot_disabled boolean not null default false,
  -- No campaign writes to this person: since when, and who said so.
  opted_out_at timestamptz,
  opted_out_by text check (opted_out_by in ('contact', 'person')),
  -- Who made it, or typed a number that a colleague had typed before: they see it also before anybody has talked to it.
  -- Otherwise they could neither serve the customer nor miss that there is something to be seen.
  added_by bigint[] not null default '{}',
  -- Strangers choose names of any length.
  terms tsvector not null
    generated always as (search_terms(company_id, parts_of(words_of(left(name, 100)) || left(number, 40)))) stored,
  sort_name text not null generated always as (left(plain(name), 100)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((opted_out_at is null) = (opted_out_by is null)),
  -- The list, and the key that keeps the names in contact_sight.
  constraint contacts_by_name unique (company_id, sort_name, id),
  foreign key (company_id, picture_id) references media (company_id, id) on delete set null (picture_id)
);
call protect_tenant_table('contacts');
call tend_often('contacts');
create unique index contacts_uuid on contacts (company_id, uuid);
create index contacts_blocked on contacts (company_id, id) where blocked;
-- Whom a file of contacts leaves out.
create index contacts_without_number on contacts (company_id, id) where number = '' and not is_group;
create index contacts_of_picture on contacts (company_id, picture_id);
-- Written at once: what waits in a list is read by every search.
create index contacts_terms on contacts using gin (terms) with (fastupdate = off);

create function let_go_of_picture() returns trigger language plpgsql as $$
begin
  insert into media_let_go (company_id, media_id)
  select company_id, id from media where company_id = old.company_id and id = old.picture_id
  on conflict (company_id, media_id) do update set at = least(media_let_go.at, excluded.at);
  return null;
end $$;
create trigger let_go after delete on contacts for each row
  when (old.picture_id is not null) execute function let_go_of_picture();
create trigger let_go_for_another after update of picture_id on contacts for each row
  when (old.picture_id is distinct from new.picture_id and old.picture_id is not null)
  execute function let_go_of_picture();

-- Who sees a contact is said with its tickets (0110_tickets.sql).
create function feed_contacts() returns trigger language plpgsql as $$
declare
  changed contacts := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'contact', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end,
    (select scopes from contact_scopes(changed.company_id, changed.id, changed.added_by)));
  return null;
end $$;
create constraint trigger feed after insert or update or delete on contacts
  deferrable initially deferred for each row execute function feed_contacts();

-- Everything a contact is known by. A phone number is stored by its key (shared, shared/src/phone/phone.ts), a LID never as a number.
create table contact_identities (
  company_id bigint not null,
  kind text not null check (kind in ('phone', 'lid', 'group', 'whatsapp_user', 'telegram', 'facebook', 'instagram')),
  value text not null,
  contact_id bigint not null,
  primary key (company_id, kind, value),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
call protect_tenant_table('contact_identities');
create index contact_identities_by_contact on contact_identities (company_id, contact_id);

-- Which scopes see a contact, in the order of the list: an agent's page would else walk past all contacts of others, with a
-- look at the tickets of each. `holders` counts the tickets and the adders that give a scope, so that whoever takes one away
-- knows whether it was the last, also among transactions that do not see each other. The names stand in it too, and the
-- key keeps them: whoever writes a row here has the contact's present name, or waits.
create table contact_sight (
  company_id bigint not null,
  contact_id bigint not null,
  -- q a queue, u an agent. All who see the whole company ask no table.
  scope text not null,
  holders int not null,
  sort_name text not null,
  primary key (company_id, contact_id, scope),
  foreign key (company_id, contact_id, sort_name) references contacts (company_id, id, sort_name)
    on delete cascade on update cascade
);
call protect_tenant_table('contact_sight');
create index contact_sight_by_name on contact_sight (company_id, scope, sort_name, contact_id);

-- Of a contact that is being deleted nothing is left to count. In order, so that nobody waits in a circle.
create function change_contact_sight(company bigint, loser bigint, lost text[], winner bigint, won text[]) returns void
  language plpgsql as $$
begin
  insert into contact_sight as seen (company_id, contact_id, scope, holders, sort_name)
  select company, c.id, changed.scope, changed.holders, c.sort_name
  from (
    select contact, scope, sum(one) as holders
    from (
      select loser as contact, scope, -1 as one from unnest(lost) as scope
      union all
      select winner, scope, 1 from unnest(won) as scope) change
    where scope ~ '^[qu]:'
    group by contact, scope having sum(one) <> 0) changed
  cross join lateral (
    select id, sort_name from contacts where company_id = company and id = changed.contact for key share) c
  order by changed.contact, changed.scope
  on conflict (company_id, contact_id, scope) do update set holders = seen.holders + excluded.holders;
  delete from contact_sight where company_id = company and contact_id = loser and holders = 0;
end $$;

create function sight_of_contacts() returns trigger language plpgsql as $$
begin
  perform change_contact_sight(new.company_id,
    old.id, array(select 'u:' || adder from unnest(old.added_by) as adder),
    new.id, array(select 'u:' || adder from unnest(new.added_by) as adder));
  return null;
end $$;
create trigger sight after insert on contacts for each row
  when (new.added_by <> '{}') execute function sight_of_contacts();
create trigger sight_changed after update on contacts for each row
  when (old.added_by <> new.added_by) execute function sight_of_contacts();

-- Contacts on several messengers whom a person has declared to be one person, never a guess of ours: those with the same
-- person_id. Whoever is linked to nobody has no row.
create table contact_links (
  company_id bigint not null,
  contact_id bigint not null,
  person_id uuid not null,
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
call protect_tenant_table('contact_links');
create index contact_links_of_person on contact_links (company_id, person_id, contact_id);

-- One alone is linked to nobody. A trigger takes its row, so that no way of leaving can forget.
create function unlink_the_last() returns trigger language plpgsql as $$
begin
  -- Its own deletion comes here again.
  if not exists (select from gone) then return null; end if;
  delete from contact_links l using (select distinct company_id, person_id from gone) person
  where l.company_id = person.company_id and l.person_id = person.person_id and not exists (
    select from contact_links other where other.company_id = l.company_id and other.person_id = l.person_id
      and other.contact_id <> l.contact_id);
  return null;
end $$;
create trigger unlink_the_last after delete on contact_links referencing old table as gone
  for each statement execute function unlink_the_last();

-- A contact's row names its person: consoles hear of it when it is linked or unlinked, whoever writes it.
create function feed_contact_links() returns trigger language plpgsql as $$
declare
  changed contact_links := case when tg_op = 'DELETE' then old else new end;
  carrier contacts;
begin
  select * into carrier from contacts where company_id = changed.company_id and id = changed.contact_id;
  -- The contact may be going too: that entry stands already.
  if found then
    perform feed_write(carrier.company_id, 'contact', carrier.id::text, 'put',
      (select scopes from contact_scopes(carrier.company_id, carrier.id, carrier.added_by)));
  end if;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on contact_links
  deferrable initially deferred for each row execute function feed_contact_links();

-- When WhatsApp was last asked for somebody's picture. Apart from the contact: consoles need not hear of it.
create table picture_checks (
  company_id bigint not null,
  contact_id bigint not null,
  at timestamptz not null default now(),
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
call protect_tenant_table('picture_checks');

-- What a connection has to tell WhatsApp, which may be down when somebody blocks a contact, and what became of it: whether
-- a contact is blocked is a matter of all connections.
create table block_orders (
  company_id bigint not null,
  connection_id bigint not null,
  contact_id bigint not null,
  blocked boolean not null,
  state text not null default 'due' check (state in ('due', 'done', 'refused')),
  at timestamptz not null default now(),
  primary key (company_id, connection_id, contact_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
call protect_tenant_table('block_orders');
create index block_orders_of_contact on block_orders (company_id, contact_id);
create index block_orders_due on block_orders (company_id, connection_id, at) where state = 'due';

-- An account that is linked knows nothing of those who were blocked before. A trigger tells it, so that no way of linking
-- can forget.
create function block_on_linked_account() returns trigger language plpgsql as $$
begin
  insert into block_orders (company_id, connection_id, contact_id, blocked)
  select new.company_id, new.id, c.id, true from contacts c where c.company_id = new.company_id and c.blocked
  on conflict (company_id, connection_id, contact_id) do update set blocked = true, state = 'due', at = now();
  return null;
end $$;
create trigger block_on_linked_account after update of number on connections for each row
  when (new.number is not null and new.number is distinct from old.number)
  execute function block_on_linked_account();

-- Who is blocked stays blocked under a number or an account that the contact gets later: each connection is told again. A
-- trigger tells it, so that no way of giving a contact a name can forget.
create function block_under_new_names() returns trigger language plpgsql as $$
begin
  insert into block_orders (company_id, connection_id, contact_id, blocked)
  select distinct c.company_id, w.id, c.id, true
  from given join contacts c on c.company_id = given.company_id and c.id = given.contact_id and c.blocked
  join connections w on w.company_id = c.company_id and w.deleted_at is null
  on conflict (company_id, connection_id, contact_id) do update set blocked = true, state = 'due', at = now();
  return null;
end $$;
create trigger block_under_new_names after insert on contact_identities referencing new table as given
  for each statement execute function block_under_new_names();

-- A contact shows which connections refused to block it: consoles hear of it when one comes or goes, whoever writes it.
create function feed_block_orders() returns trigger language plpgsql as $$
declare
  changed block_orders := case when tg_op = 'DELETE' then old else new end;
  carrier contacts;
begin
  if coalesce(old.state = 'refused', false) = coalesce(new.state = 'refused', false) then return null; end if;
  select * into carrier from contacts where company_id = changed.company_id and id = changed.contact_id;
  -- The contact may be going too: that entry stands already.
  if found then
    perform feed_write(carrier.company_id, 'contact', carrier.id::text, 'put',
      (select scopes from contact_scopes(carrier.company_id, carrier.id, carrier.added_by)));
  end if;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on block_orders
  deferrable initially deferred for each row execute function feed_block_orders();

-- People from a file, among the contacts or into a list (0160_contact_lists.sql): its rows wait here until they have been taken over, so that a restart goes on where it was.
create table contact_imports (
  company_id bigint not null references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id bigint,
  -- Into which list; null: among the contacts.
  contact_list_id bigint,
  file_name text not null default '',
  state text not null default 'draft' check (state in ('draft', 'running', 'done', 'cancelled', 'failed')),
  headings text[] not null,
  -- What each column becomes (shared, shared/src/features/contacts/import-columns.ts).
  meanings text[] not null,
  -- Whose numbers the file writes without country code (shared, shared/src/phone/phone.ts, withCallingCode); null: all have it.
  country text,
  update_existing boolean not null default false,
  -- What a call brought to take over: its repetition under the same key brings the same. Null for drafts.
  digest bytea,
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
create index contact_imports_newest on contact_imports (company_id, created_at desc, id desc)
  where contact_list_id is null;
create index contact_imports_of_list on contact_imports (company_id, contact_list_id, created_at desc, id desc)
  where contact_list_id is not null;
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
-- What was not taken over, for the report.
create index contact_import_rows_problems on contact_import_rows (company_id, import_id, row) where problem is not null;

-- The address books of linked phones, as far as WhatsApp tells them. People are chosen one by one, and met by the key of
-- their number (shared, shared/src/phone/phone.ts).
create table phone_contacts (
  company_id bigint not null,
  connection_id bigint not null,
  id bigint generated always as identity,
  number text not null,
  key text not null,
  lid text,
  name text not null default '',
  sort_name text not null generated always as (left(plain(name), 100)) stored,
  at timestamptz not null default now(),
  primary key (company_id, connection_id, number),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('phone_contacts');
create index phone_contacts_by_key on phone_contacts (company_id, key, at desc);
-- By name, those without one last.
create index phone_contacts_by_name on phone_contacts (company_id, (sort_name = ''), sort_name, id);
