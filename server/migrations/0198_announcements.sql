-- Announcements: what the operators of the platform say to the people of all companies.

create table announcements (
  id bigint generated always as identity primary key,
  title text not null,
  text text not null,
  -- 1 high, 2 medium, 3 low.
  priority smallint not null default 3 check (priority between 1 and 3),
  -- Inactive ones are there for their writers alone.
  status boolean not null default true,
  -- The picture is a file of the company whose operator brought it. Its public name is another one for each picture, and
  -- nobody guesses it.
  media_company_id bigint,
  media_id uuid,
  media_name text,
  image_name uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (media_company_id, media_id)
    references media (company_id, id) on delete set null (media_company_id, media_id),
  check ((media_company_id is null) = (media_id is null))
);
grant select on announcements to balcao_app;
grant select, insert, update, delete on announcements to balcao_system;
create index announcements_active on announcements (id) where status;
create unique index announcements_image on announcements (image_name) where image_name is not null;
create index announcements_by_media on announcements (media_company_id, media_id) where media_id is not null;

create function let_go_of_announcement_image() returns trigger language plpgsql as $$
begin
  -- With a whole company the file may have gone first.
  insert into media_let_go (company_id, media_id)
  select company_id, id from media where company_id = old.media_company_id and id = old.media_id
  on conflict (company_id, media_id) do update set at = least(media_let_go.at, excluded.at);
  return null;
end $$;
create trigger let_go after delete on announcements for each row
  when (old.media_id is not null) execute function let_go_of_announcement_image();
create trigger let_go_for_another after update of media_id on announcements for each row
  when (old.media_id is distinct from new.media_id and old.media_id is not null)
  execute function let_go_of_announcement_image();

-- A transaction may change the log of one company only. What all of them are to hear waits here until each log has it.
create table announcement_news (
  announcement_id bigint primary key,
  op text not null check (op in ('put', 'delete')),
  -- Another one for each change: whoever tells of an older one has not told of this.
  version bigint not null default 1,
  -- Companies up to this one have been told.
  told_up_to bigint not null default 0
);
grant select, insert, update, delete on announcement_news to balcao_system;

create function feed_announcements() returns trigger language plpgsql as $$
begin
  insert into announcement_news as news (announcement_id, op)
  values (case when tg_op = 'DELETE' then old.id else new.id end, case when tg_op = 'DELETE' then 'delete' else 'put' end)
  on conflict (announcement_id) do update
    set op = excluded.op, version = news.version + 1, told_up_to = 0;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on announcements
  deferrable initially deferred for each row execute function feed_announcements();

-- The entries of the job that tells: everybody of a company sees them.
create function feed_announcement(company bigint, announcement bigint, operation text) returns void language sql as $$
  select feed_write(company, 'announcement', announcement::text, operation, array['a'])
$$;
