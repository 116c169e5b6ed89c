-- What somebody has brought and nothing shows yet is let go of in advance: `at` is when it goes (modules/media).
create index media_let_go_due on media_let_go (at);

-- What is let go of goes at once, even when it was to wait for somebody to show it.
create or replace function let_go_of_media() returns trigger language plpgsql as $$
begin
  -- With a whole company the file may have gone first.
  insert into media_let_go (company_id, media_id)
  select company_id, id from media where company_id = old.company_id and id = old.media_id
  on conflict (company_id, media_id) do update set at = least(media_let_go.at, excluded.at);
  return null;
end $$;
create or replace function let_go_of_picture() returns trigger language plpgsql as $$
begin
  insert into media_let_go (company_id, media_id)
  select company_id, id from media where company_id = old.company_id and id = old.picture_id
  on conflict (company_id, media_id) do update set at = least(media_let_go.at, excluded.at);
  return null;
end $$;
