-- Files: what is known of each, who carries it, and what becomes of it when nobody does any more.

create table media (
  company_id bigint not null references companies (id) on delete cascade,
  id uuid not null,
  state text not null check (state in ('pending', 'stored', 'failed', 'gone')),
  mime text not null,
  name text not null default '',
  size bigint,
  width int,
  height int,
  seconds int,
  voice boolean not null default false,
  waveform text,
  sha256 bytea,
  -- Where the store keeps it, under the company's own folder, with an unguessable name.
  path text,
  -- What the channel needs to fetch it, encrypted; null for files that we sent or have fetched.
  source bytea,
  attempts int not null default 0,
  next_attempt_at timestamptz,
  uploaded_by bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('media');
create index media_to_fetch on media (company_id, next_attempt_at) where state = 'pending' and source is not null;

-- Files that something let go of: what carried it is gone, or carries another file now. What somebody has brought and
-- nothing shows yet is let go of in advance: `at` is when it goes. Housekeeping removes those that nothing else shows
-- (modules/media/unused-files.ts).
create table media_let_go (
  company_id bigint not null,
  media_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, media_id),
  foreign key (company_id, media_id) references media (company_id, id) on delete cascade
);
call protect_tenant_table('media_let_go');
create index media_let_go_due on media_let_go (at);

-- What is let go of goes at once, even when it was to wait for somebody to show it.
create function let_go_of_media() returns trigger language plpgsql as $$
begin
  -- With a whole company the file may have gone first.
  insert into media_let_go (company_id, media_id)
  select company_id, id from media where company_id = old.company_id and id = old.media_id
  on conflict (company_id, media_id) do update set at = least(media_let_go.at, excluded.at);
  return null;
end $$;

-- Files whose row is gone: whoever finds them here removes them, also after a crash.
create table removed_files (
  company_id bigint not null references companies (id) on delete cascade,
  path text not null,
  at timestamptz not null default now(),
  primary key (company_id, path)
);
call protect_tenant_table('removed_files');

-- The catalog's files. When a company goes, rows go in the order in which these tables were made: queues before media, or
-- the options of their menus would still carry files that are no longer there.
alter table queues add foreign key (company_id, media_id) references media (company_id, id);
alter table queue_options add foreign key (company_id, media_id) references media (company_id, id);
alter table quick_messages add foreign key (company_id, media_id) references media (company_id, id);
create index queues_by_media on queues (company_id, media_id) where media_id is not null;
create index queue_options_by_media on queue_options (company_id, media_id) where media_id is not null;
create index quick_messages_by_media on quick_messages (company_id, media_id) where media_id is not null;
do $$
declare
  carrier text;
begin
  foreach carrier in array array['queues', 'queue_options', 'quick_messages'] loop
    execute format('create trigger let_go after delete on %I for each row
      when (old.media_id is not null) execute function let_go_of_media()', carrier);
    execute format('create trigger let_go_for_another after update of media_id on %I for each row
      when (old.media_id is distinct from new.media_id and old.media_id is not null)
      execute function let_go_of_media()', carrier);
  end loop;
end $$;
