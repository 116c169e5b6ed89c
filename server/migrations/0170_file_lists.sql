-- File lists: a text with files, which agents send at once and campaigns carry.

create table file_lists (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  message text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('file_lists');
create unique index file_lists_name on file_lists (company_id, plain(name));
create constraint trigger feed after insert or update or delete on file_lists
  deferrable initially deferred for each row execute function feed_shared('fileList', 'id');

create table file_list_items (
  -- When a company goes, its files go at once with the lists: they would still be carried if these went first.
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  file_list_id bigint not null,
  -- 1, 2, 3 … in the order of sending.
  position int not null check (position > 0),
  name text not null default '',
  -- Null: its file has not come yet.
  media_id uuid,
  primary key (company_id, id),
  foreign key (company_id, file_list_id) references file_lists (company_id, id) on delete cascade,
  foreign key (company_id, media_id) references media (company_id, id),
  -- At the end of a statement two may have changed places.
  unique (company_id, file_list_id, position) deferrable initially immediate
);
call protect_tenant_table('file_list_items');
create index file_list_items_by_media on file_list_items (company_id, media_id) where media_id is not null;
create trigger let_go after delete on file_list_items for each row
  when (old.media_id is not null) execute function let_go_of_media();
create trigger let_go_for_another after update of media_id on file_list_items for each row
  when (old.media_id is distinct from new.media_id and old.media_id is not null)
  execute function let_go_of_media();

-- A file is a part of its list.
create function feed_file_list_items() returns trigger language plpgsql as $$
declare
  changed file_list_items := case when tg_op = 'DELETE' then old else new end;
begin
  -- Its list may be going too: that entry stands already.
  if exists (select from file_lists where company_id = changed.company_id and id = changed.file_list_id) then
    perform feed_write(changed.company_id, 'fileList', changed.file_list_id::text, 'put', array['a']);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on file_list_items
  deferrable initially deferred for each row execute function feed_file_list_items();
