-- Who has asked to be left alone by campaigns stays left alone when the contact is deleted: by a keyed hash of each name
-- that messengers know them by, from which nobody reads the names. While there is a contact, its own row says it.
create table opt_outs (
  company_id bigint not null references companies (id) on delete cascade,
  hash bytea not null,
  -- What one contact was known by comes back together, and nothing else says that it is one person.
  person uuid not null,
  opted_out_at timestamptz not null,
  opted_out_by text not null check (opted_out_by in ('contact', 'person')),
  primary key (company_id, hash)
);
call protect_tenant_table('opt_outs');
create index opt_outs_of_person on opt_outs (company_id, person);

-- HMAC-SHA256. The key belongs to the installation and comes with each connection of the program
-- (src/platform/db/address-key.ts); the company's number stands before each address, so that companies cannot be compared.
-- Without the key it fails.
create function address_hash(company bigint, kind text, value text) returns bytea language sql stable
  return sha256(
    substring(decode(current_setting('app.address_key'), 'hex') from 65) || sha256(
      substring(decode(current_setting('app.address_key'), 'hex') for 64)
        || convert_to(company || '/' || kind || ':' || value, 'UTF8')));

-- A trigger keeps them, so that no way of deleting a contact can forget.
create function keep_opt_out() returns trigger language plpgsql as $$
declare
  person constant uuid := gen_random_uuid();
begin
  -- The company may be going too.
  if exists (select from companies where id = old.company_id) then
    insert into opt_outs (company_id, hash, person, opted_out_at, opted_out_by)
    select i.company_id, address_hash(i.company_id, i.kind, i.value), person, old.opted_out_at, old.opted_out_by
    from contact_identities i where i.company_id = old.company_id and i.contact_id = old.id
    on conflict do nothing;
  end if;
  return old;
end $$;
create trigger keep_opt_out before delete on contacts for each row
  when (old.opted_out_at is not null) execute function keep_opt_out();

-- A contact with a name that was kept is out again, since when and by whom it was; from then on its row says it, and what
-- was kept of that person goes. A trigger does it, so that no way of giving a contact a name can forget.
create function opt_out_again() returns trigger language plpgsql as $$
begin
  -- A server of the version before has no key: what was kept stays, and campaigns ask for it by the number.
  if coalesce(current_setting('app.address_key', true), '') = ''
    or not exists (select from given join opt_outs o on o.company_id = given.company_id) then return null; end if;
  with met as (
    select given.company_id, given.contact_id, o.person, o.opted_out_at, o.opted_out_by
    from given join opt_outs o on o.company_id = given.company_id
      and o.hash = address_hash(given.company_id, given.kind, given.value)),
  gone as (
    delete from opt_outs o using met where o.company_id = met.company_id and o.person = met.person)
  update contacts c set opted_out_at = met.opted_out_at, opted_out_by = met.opted_out_by, updated_at = now()
  from (
    select distinct on (company_id, contact_id) * from met
    order by company_id, contact_id, opted_out_at) met
  where c.company_id = met.company_id and c.id = met.contact_id and c.opted_out_at is null;
  return null;
end $$;
create trigger opt_out_again after insert on contact_identities referencing new table as given
  for each statement execute function opt_out_again();

-- How many people of a file campaigns leave out.
alter table contact_imports add column opted_out int not null default 0;
