-- Files that something let go of: a message, a queue, an option of its menu or a quick message is gone, or carries
-- another file now. Housekeeping removes those that nothing else shows (modules/media/unused-files.ts).
create table media_let_go (
  company_id bigint not null,
  media_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, media_id),
  foreign key (company_id, media_id) references media (company_id, id) on delete cascade
);
call protect_tenant_table('media_let_go');

create function let_go_of_media() returns trigger language plpgsql as $$
begin
  -- With a whole company the file may have gone first.
  insert into media_let_go (company_id, media_id)
  select company_id, id from media where company_id = old.company_id and id = old.media_id
  on conflict do nothing;
  return null;
end $$;

do $$
declare
  carrier text;
begin
  foreach carrier in array array['messages', 'queues', 'queue_options', 'quick_messages'] loop
    execute format('create trigger let_go after delete on %I for each row
      when (old.media_id is not null) execute function let_go_of_media()', carrier);
    execute format('create trigger let_go_for_another after update of media_id on %I for each row
      when (old.media_id is distinct from new.media_id and old.media_id is not null)
      execute function let_go_of_media()', carrier);
  end loop;
end $$;
