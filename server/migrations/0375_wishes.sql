-- What people have asked of a company and what must hold after a restore too: to be left alone by campaigns, or no more. A
-- row waits here until its line stands beside the backups (src/backup/wishes), and names nobody: a keyed hash of each name
-- that messengers know the person by.
create table wishes (
  company_id bigint not null references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('optOut', 'optIn')),
  at timestamptz not null default clock_timestamp(),
  -- Who has said so of an opt-out.
  said_by text check (said_by in ('contact', 'person')),
  hashes bytea[] not null,
  primary key (company_id, id)
);
call protect_tenant_table('wishes');
create unique index wishes_by_id on wishes (id);

-- Until where this database knows the lines beside its backups. One that was brought back knows less than stands there.
create table wish_log (
  only_one boolean primary key default true check (only_one),
  line bigint not null,
  -- The signature of that line, to which the next one is chained.
  signature text not null,
  -- An operator goes on without what stands there: the next line comes after all of it.
  passes_over boolean not null default false,
  -- Since when no line could be written, and why.
  failed_since timestamptz,
  failed_at timestamptz,
  failure text
);
insert into wish_log (line, signature) values (0, '');
grant select, update on wish_log to balcao_system;

-- Whether the wishes since its backup are still to be done again.
alter table restores add column wishes_due boolean not null default false;

create function note_opt_out() returns trigger language plpgsql as $$
begin
  -- Those that are done again stand there already; a server of the version before has no key.
  if coalesce(current_setting('app.wishes_muted', true), '') = 'on'
    or coalesce(current_setting('app.address_key', true), '') = '' then return null; end if;
  insert into wishes (company_id, kind, said_by, hashes)
  select new.company_id, case when new.opted_out_at is null then 'optIn' else 'optOut' end, new.opted_out_by, hashes
  from (
    select array_agg(address_hash(i.company_id, i.kind, i.value)) as hashes from contact_identities i
    where i.company_id = new.company_id and i.contact_id = new.id) known
  where hashes is not null;
  return null;
end $$;
create trigger note_opt_out after update of opted_out_at on contacts for each row
  when (old.opted_out_at is distinct from new.opted_out_at) execute function note_opt_out();

-- A contact that is out when it gets a name: a new one, or a name that is found out later. By its own name this runs before
-- `opt_out_again`, whose change is noted by the trigger above.
create function note_name_of_opted_out() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.wishes_muted', true), '') = 'on'
    or coalesce(current_setting('app.address_key', true), '') = '' then return null; end if;
  insert into wishes (company_id, kind, said_by, hashes)
  select c.company_id, 'optOut', c.opted_out_by, array_agg(address_hash(n.company_id, n.kind, n.value))
  from given n join contacts c on c.company_id = n.company_id and c.id = n.contact_id
  where c.opted_out_at is not null group by c.company_id, c.id;
  return null;
end $$;
create trigger note_name_of_opted_out after insert on contact_identities referencing new table as given
  for each statement execute function note_name_of_opted_out();
