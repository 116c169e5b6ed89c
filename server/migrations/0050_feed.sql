-- The change feed (sync-protocol 4.2 and 4.3): per company a dense, gap-free log of what changed, in commit order.
-- It names rows and never carries them: the current row is the authority.
create table sync_state (
  company_id bigint primary key references companies (id) on delete cascade,
  epoch uuid not null default gen_random_uuid(),
  -- Entries up to here are pruned; a cursor below asks for a bootstrap.
  floor bigint not null default 0
);
call protect_tenant_table('sync_state');

create table change_log (
  company_id bigint not null references companies (id) on delete cascade,
  seq bigint not null,
  entity text not null,
  row_id text not null,
  op text not null check (op in ('put', 'delete')),
  scopes text[] not null,
  at timestamptz not null default now(),
  primary key (company_id, seq, entity, row_id)
);
call protect_tenant_table('change_log');
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
  status text not null check (status in ('applied', 'rejected')),
  code text,
  params jsonb,
  at timestamptz not null default now(),
  primary key (company_id, client_id, seq),
  foreign key (company_id, client_id) references sync_clients (company_id, id) on delete cascade
);
call protect_tenant_table('sync_mutation_results');

create function sync_state_for_company() returns trigger language plpgsql as $$
begin
  insert into sync_state (company_id) values (new.id);
  return null;
end $$;
create trigger sync_state after insert on companies for each row execute function sync_state_for_company();

-- The sequence number of this transaction: one for each transaction and company, taken at commit, under a lock that is
-- released only after the commit is visible. So whoever sees n+1 sees n. Null when the company is no longer there.
create function feed_seq(company bigint) returns bigint language plpgsql as $$
declare
  held text := nullif(current_setting('app.feed', true), '');
  pruned bigint;
  taken bigint;
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
  perform pg_advisory_xact_lock(4217, (company % 2147483647)::int);
  select floor into pruned from sync_state where company_id = company;
  -- The company itself is being deleted: nobody is left to read.
  if not found then return null; end if;
  select greatest(coalesce(max(seq), 0), pruned) + 1 into taken from change_log where company_id = company;
  perform set_config('app.feed', company || ':' || taken, true);
  return taken;
end $$;

create function feed_write(company bigint, entity_name text, id text, operation text, row_scopes text[])
  returns void language plpgsql as $$
declare
  taken bigint := feed_seq(company);
begin
  if taken is null then return; end if;
  insert into change_log as log (company_id, seq, entity, row_id, op, scopes)
  values (company, taken, entity_name, id, operation, row_scopes)
  on conflict (company_id, seq, entity, row_id) do update set
    op = excluded.op,
    scopes = array(select distinct unnest(log.scopes || excluded.scopes));
end $$;

-- A console may not hold the messages of a ticket that it did not follow until now, for example a closed one. That the
-- status changed does not show in the scopes of a ticket which keeps its agent, so s says it.
create function feed_tickets() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'ticket', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'ticket', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'ticket', new.id::text, 'put', old.scopes || new.scopes
      || case when old.status <> new.status then array['s'] else '{}'::text[] end);
  end if;
  return null;
end $$;

-- A message is seen by whoever sees its ticket; t:<ticket> lets a console follow one conversation, u:<author> his own
-- words, so that the confirmation of a command never comes without its effect (I6).
create function feed_messages() returns trigger language plpgsql as $$
declare
  changed messages := case when tg_op = 'DELETE' then old else new end;
  -- Two, when contacts are merged and the message moves.
  carriers bigint[] := case when tg_op = 'UPDATE' then array[old.ticket_id, new.ticket_id] else array[changed.ticket_id] end;
begin
  perform feed_write(changed.company_id, 'message', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end,
    array['c'] || array(
      select 't:' || carrier from unnest(carriers) as carrier
      union
      select 'u:' || changed.user_id where changed.user_id is not null
      union
      select unnest(scopes) from tickets where company_id = changed.company_id and id = any (carriers)));
  return null;
end $$;

-- The bytes of a file arrive after its message: the message is what changes for the console.
create function feed_media() returns trigger language plpgsql as $$
declare
  carrier record;
begin
  for carrier in
    select m.id, m.ticket_id, t.scopes from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = new.company_id and m.media_id = new.id
  loop
    perform feed_write(new.company_id, 'message', carrier.id::text, 'put',
      carrier.scopes || array['t:' || carrier.ticket_id]);
  end loop;
  return null;
end $$;

create function feed_contacts() returns trigger language plpgsql as $$
declare
  changed contacts := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'contact', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end,
    array['c'] || array(select distinct unnest(scopes) from tickets
      where company_id = changed.company_id and contact_id = changed.id and status <> 'closed'));
  return null;
end $$;

-- Rows that everybody in the company sees carry the scope a. The argument is the entity's name.
create function feed_shared() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform feed_write((changed ->> 'company_id')::bigint, tg_argv[0], changed ->> tg_argv[1],
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['a']);
  return null;
end $$;

-- A membership is part of its user.
create function feed_user_queues() returns trigger language plpgsql as $$
declare
  changed user_queues := case when tg_op = 'DELETE' then old else new end;
begin
  -- Its user may be going too: that entry stands already.
  if exists (select from users where company_id = changed.company_id and id = changed.user_id) then
    perform feed_write(changed.company_id, 'user', changed.user_id::text, 'put', array['a']);
  end if;
  return null;
end $$;

create constraint trigger feed after insert or update or delete on tickets
  deferrable initially deferred for each row execute function feed_tickets();
create constraint trigger feed after insert or update or delete on messages
  deferrable initially deferred for each row execute function feed_messages();
create constraint trigger feed after update on media
  deferrable initially deferred for each row execute function feed_media();
create constraint trigger feed after insert or update or delete on contacts
  deferrable initially deferred for each row execute function feed_contacts();
create constraint trigger feed after insert or update or delete on queues
  deferrable initially deferred for each row execute function feed_shared('queue', 'id');
create constraint trigger feed after insert or update or delete on connections
  deferrable initially deferred for each row execute function feed_shared('connection', 'id');
create constraint trigger feed after insert or update or delete on settings
  deferrable initially deferred for each row execute function feed_shared('setting', 'key');
create constraint trigger feed after insert or update or delete on users
  deferrable initially deferred for each row execute function feed_shared('user', 'id');
create constraint trigger feed after insert or delete on user_queues
  deferrable initially deferred for each row execute function feed_user_queues();

-- Whose whole view changed: queue membership, profile, tickets without a queue.
create function view_changed_by_membership() returns trigger language plpgsql as $$
declare
  changed user_queues := case when tg_op = 'DELETE' then old else new end;
begin
  update users set view_version = view_version + 1
  where company_id = changed.company_id and id = changed.user_id;
  return null;
end $$;
create trigger view_version after insert or delete on user_queues
  for each row execute function view_changed_by_membership();

create function view_changed_by_rights() returns trigger language plpgsql as $$
begin
  new.view_version := old.view_version + 1;
  return new;
end $$;
create trigger view_version before update on users for each row
  when (old.profile is distinct from new.profile or old.all_ticket is distinct from new.all_ticket)
  execute function view_changed_by_rights();
