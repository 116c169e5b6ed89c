-- What must be deleted of somebody: who asked for it, who agreed, until when it can be taken back. Afterwards the row is the
-- certificate, and names that person no more.
create table erasures (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  -- Of whom, until it is done or taken back: a contact, or the key of a number that only lists have.
  contact_id bigint,
  number text,
  state text not null default 'asked' check (state in ('asked', 'due', 'running', 'done', 'withdrawn')),
  asked_by bigint,
  asked_by_name text not null,
  asked_at timestamptz not null default now(),
  approved_by_name text,
  -- Until then it can be taken back.
  due_at timestamptz,
  -- What has come since is another's.
  began_at timestamptz,
  ended_at timestamptz,
  -- How much of each kind there was when it began.
  counts jsonb,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id),
  foreign key (company_id, asked_by) references users (company_id, id) on delete set null (asked_by)
);
call protect_tenant_table('erasures');
create unique index erasures_of_contact on erasures (company_id, contact_id) where contact_id is not null;
create unique index erasures_of_number on erasures (company_id, number) where number is not null;
create index erasures_list on erasures (company_id, asked_at desc, id desc);
create index erasures_by_asker on erasures (company_id, asked_by) where asked_by is not null;
create index erasures_due on erasures (due_at) where state = 'due';
create index erasures_running on erasures (began_at) where state = 'running';

-- By what an erasure that has begun finds what is left: no contact leads to it any more. Gone when it is done.
create table erasure_targets (
  company_id bigint not null,
  erasure_id bigint not null,
  kind text not null check (kind in ('contact', 'address', 'number', 'media', 'path')),
  value text not null,
  primary key (company_id, erasure_id, kind, value),
  foreign key (company_id, erasure_id) references erasures (company_id, id) on delete cascade
);
call protect_tenant_table('erasure_targets');

-- Words that come while an erasure is under way are another's.
drop function find_group_messages(text[], int);
create function find_group_messages(authors text[], before timestamptz, most int) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from messages
    where company_id = current_company() and split_part(participant, '@', 1) = any (authors) and participant <> ''
      and created_at < before
    limit most $$;

do $$
declare
  question constant regproc := 'find_group_messages';
begin
  grant create on schema public to balcao_system;
  execute format('revoke execute on function %s from public', question);
  execute format('grant execute on function %s to balcao_app', question);
  execute format('alter function %s owner to balcao_system', question);
  revoke create on schema public from balcao_system;
end $$;
