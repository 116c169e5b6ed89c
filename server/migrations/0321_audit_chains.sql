-- Where the chain of a company's log begins and where it ends. It needs no look at the log to go on, so that also the newest
-- entry, when it is taken away behind the program's back, breaks the seal of the next one.
create table audit_chains (
  company_id bigint primary key references companies (id) on delete cascade,
  -- The newest entry.
  head_id bigint not null,
  head_hash bytea not null,
  -- The last one that was old enough to go: the chain begins behind it.
  anchor_id bigint not null default 0,
  anchor_hash bytea not null default ''
);
call protect_tenant_table('audit_chains');
revoke update, delete on audit_chains from balcao_app;
revoke delete on audit_chains from balcao_system;
grant update (head_id, head_hash) on audit_chains to balcao_app;

create or replace function audit_chain() returns trigger language plpgsql as $$
declare
  previous bytea;
begin
  perform audit_turn(new.company_id);
  new.id := nextval('audit_log_id_seq');
  select head_hash into previous from audit_chains where company_id = new.company_id;
  if not found then
    -- The first one since this table is there.
    select hash into previous from audit_log where company_id = new.company_id order by id desc limit 1;
  end if;
  new.hash := audit_hash(coalesce(previous, ''), new);
  insert into audit_chains (company_id, head_id, head_hash) values (new.company_id, new.id, new.hash)
  on conflict (company_id) do update set head_id = excluded.head_id, head_hash = excluded.head_hash;
  return new;
end $$;

-- The first entry that does not fit, or the newest one where it is not the last: `select audit_break(company)`.
create or replace function audit_break(company bigint) returns bigint language sql stable
  return (
    select min(id) from (
      select (entry).id from (
        select a as entry, lag(a.hash, 1, coalesce((
          select c.anchor_hash from audit_chains c where c.company_id = company), '')) over (order by a.id) as previous
        from audit_log a where a.company_id = company) chain
      where (entry).hash <> audit_hash(previous, entry)
      union all
      select c.head_id from audit_chains c
      where c.company_id = company and c.head_hash <> coalesce((
        select a.hash from audit_log a where a.company_id = company order by a.id desc limit 1), c.anchor_hash)
    ) broken (id));

-- What is older than the company keeps goes, behind the anchor alone, and nothing of the last half year.
grant delete on audit_log to balcao_system;
create policy forgotten on audit_log as restrictive for delete to balcao_system
  using (at < now() - interval '6 months' and id <= (
    select c.anchor_id from audit_chains c where c.company_id = audit_log.company_id));

-- Moves the anchor over the oldest entries of before that moment, up to the first one that is younger or does not fit: what
-- somebody has tampered with stays, for whoever looks into it.
create function audit_move_anchor(company bigint, before timestamptz, most int) returns void language sql as $$
  with oldest as (
    select a.id, a.hash, a.at >= least(before, now() - interval '6 months') or a.hash <> audit_hash(
      lag(a.hash, 1, coalesce((select c.anchor_hash from audit_chains c where c.company_id = company), ''))
        over (order by a.id), a) as stays
    from audit_log a where a.company_id = company order by a.id limit most),
  last as (
    select id, hash from oldest
    where id < coalesce((select min(id) from oldest where stays), 9223372036854775807) order by id desc limit 1)
  update audit_chains c set anchor_id = last.id, anchor_hash = last.hash from last where c.company_id = company $$;
revoke execute on function audit_move_anchor from public;
grant execute on function audit_move_anchor to balcao_system;
