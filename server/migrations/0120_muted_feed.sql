-- Huge writes may stay out of the log: with `set local app.feed_muted = 'on'` a transaction logs nothing and gives its
-- company another epoch instead, so that every console fetches its rows anew (sync-protocol 4.3).
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

create or replace function feed_write(company bigint, entity_name text, id text, operation text, row_scopes text[])
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
