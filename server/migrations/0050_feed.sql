-- The change feed: per company a dense, gap-free log of what changed, in commit order. It names rows and never carries
-- them: the current row is the authority. A table that consoles show has a deferred trigger `feed`, so that the entries
-- are the last thing of a transaction, whatever code wrote it.

-- PostgreSQL counts it up whenever a copy of it becomes the one that is written to: after the leader has failed, or when
-- a backup was restored to some moment. What was written there in between may be missing here.
create function database_timeline() returns int language sql as $$
  select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
$$;

create table sync_state (
  company_id bigint primary key references companies (id) on delete cascade,
  -- Another one, and every console fetches its rows anew, unless `sync_forks` knows how far it may go on.
  epoch uuid not null default gen_random_uuid(),
  -- Of the database, when this epoch began.
  timeline int not null default database_timeline(),
  -- Entries up to here are pruned; a cursor below asks for a bootstrap.
  floor bigint not null default 0
);
call protect_tenant_table('sync_state');

create function sync_state_for_company() returns trigger language plpgsql as $$
begin
  insert into sync_state (company_id) values (new.id);
  return null;
end $$;
create trigger sync_state after insert on companies for each row execute function sync_state_for_company();

-- Epochs that were left because the database is another copy of itself since. Whoever has stored one of them up to here
-- has seen nothing that this copy does not know, and goes on; who was further begins anew.
create table sync_forks (
  company_id bigint not null references companies (id) on delete cascade,
  epoch uuid not null,
  at_seq bigint not null,
  at timestamptz not null default now(),
  primary key (company_id, epoch)
);
call protect_tenant_table('sync_forks');

create table change_log (
  company_id bigint not null references companies (id) on delete cascade,
  seq bigint not null,
  entity text not null,
  row_id text not null,
  op text not null check (op in ('put', 'delete')),
  -- Who hears of it: before and after the change.
  scopes text[] not null,
  at timestamptz not null default now(),
  primary key (company_id, seq, entity, row_id)
);
call protect_tenant_table('change_log');
call tend_often('change_log');
create index change_log_age on change_log (at);

create table sync_clients (
  company_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  last_mutation_seq bigint not null default 0,
  -- The change-log position that the console has stored.
  acked_seq bigint,
  schema int not null,
  app_version text not null,
  last_seen_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('sync_clients');

create table sync_mutation_results (
  company_id bigint not null,
  client_id uuid not null,
  seq bigint not null,
  -- The command's own id, which it keeps when its console takes a new name and numbers its commands anew.
  command_id uuid,
  status text not null check (status in ('applied', 'rejected')),
  code text,
  params jsonb,
  at timestamptz not null default now(),
  primary key (company_id, client_id, seq),
  foreign key (company_id, client_id) references sync_clients (company_id, id) on delete cascade
);
call protect_tenant_table('sync_mutation_results');
create unique index sync_mutation_results_command on sync_mutation_results (company_id, command_id)
  where command_id is not null;

-- Whatever a company's transactions write at their commits they write one after the other.
create function feed_lock(company bigint) returns void language sql as $$
  select pg_advisory_xact_lock(4217, (company % 2147483647)::int)
$$;

-- The sequence number of this transaction: one for each transaction and company, taken at commit, under a lock that is
-- released only after the commit is visible. So whoever sees n+1 sees n. Null when the company is no longer there.
-- The floor and the newest number are read in one look: between two, pruning could take away the entries that the first one
-- had not counted, and numbers would begin again below the floor, where no console looks.
create function feed_seq(company bigint) returns bigint language plpgsql as $$
declare
  held text := nullif(current_setting('app.feed', true), '');
  taken bigint;
  moved boolean;
begin
  if held is not null then
    if split_part(held, ':', 1)::bigint <> company then
      raise exception 'feed: one transaction changed company % and company %', split_part(held, ':', 1), company
        using errcode = 'BL001';
    end if;
    return split_part(held, ':', 2)::bigint;
  end if;
  -- An older snapshot would compute a stale maximum.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'feed: writes need read committed, not %', current_setting('transaction_isolation')
      using errcode = 'BL002';
  end if;
  perform feed_lock(company);
  select greatest(floor, (select max(seq) from change_log where company_id = company)) + 1,
    timeline <> database_timeline() into taken, moved
  from sync_state where company_id = company;
  -- The company itself is being deleted: nobody is left to read.
  if not found then return null; end if;
  if moved then
    insert into sync_forks (company_id, epoch, at_seq)
    select company_id, epoch, taken - 1 from sync_state where company_id = company;
    update sync_state set epoch = gen_random_uuid(), timeline = database_timeline() where company_id = company;
  end if;
  perform set_config('app.feed', company || ':' || taken, true);
  return taken;
end $$;

-- Huge writes may stay out of the log: with `set local app.feed_muted = 'on'` a transaction logs nothing and gives its
-- company another epoch instead, so that every console fetches its rows anew.
create function feed_rotate(company bigint) returns void language plpgsql as $$
declare
  rotated text := nullif(current_setting('app.feed_rotated', true), '');
begin
  if rotated = company::text then return; end if;
  if rotated is not null then
    raise exception 'feed: one transaction changed company % and company %', rotated, company using errcode = 'BL001';
  end if;
  update sync_state set epoch = gen_random_uuid() where company_id = company;
  perform set_config('app.feed_rotated', company::text, true);
end $$;

create function feed_write(company bigint, entity_name text, id text, operation text, row_scopes text[])
  returns void language plpgsql as $$
declare
  taken bigint;
begin
  if current_setting('app.feed_muted', true) = 'on' then
    perform feed_rotate(company);
    return;
  end if;
  taken := feed_seq(company);
  if taken is null then return; end if;
  insert into change_log as log (company_id, seq, entity, row_id, op, scopes)
  values (company, taken, entity_name, id, operation, row_scopes)
  on conflict (company_id, seq, entity, row_id) do update set
    op = excluded.op,
    scopes = array(select distinct unnest(log.scopes || excluded.scopes));
end $$;

-- Rows that everybody in the company sees carry the scope a. The arguments are the entity's name and its key.
create function feed_shared() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform feed_write((changed ->> 'company_id')::bigint, tg_argv[0], changed ->> tg_argv[1],
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['a']);
  return null;
end $$;

create constraint trigger feed after insert or update or delete on settings
  deferrable initially deferred for each row execute function feed_shared('setting', 'key');
create constraint trigger feed after insert or update or delete on users
  deferrable initially deferred for each row execute function feed_shared('user', 'id');
