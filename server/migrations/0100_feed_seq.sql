-- The floor and the newest number in one look: between two, pruning could take away the entries that the first one had
-- not counted, and numbers would begin again below the floor, where no console looks.
create or replace function feed_seq(company bigint) returns bigint language plpgsql as $$
declare
  held text := nullif(current_setting('app.feed', true), '');
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
  select greatest(floor, (select max(seq) from change_log where company_id = company)) + 1 into taken
  from sync_state where company_id = company;
  -- The company itself is being deleted: nobody is left to read.
  if not found then return null; end if;
  perform set_config('app.feed', company || ':' || taken, true);
  return taken;
end $$;
