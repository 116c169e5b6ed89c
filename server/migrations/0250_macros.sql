-- Macros: several deeds under a name. The team's are everybody's, the others their authors' own.
create table macros (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  team boolean not null default false,
  user_id bigint,
  -- As `shared/src/features/macros/row.ts` says.
  effects jsonb not null,
  -- Another one with each change of the effects.
  version int not null default 1,
  created_at timestamptz not null default now(),
  scopes text[] not null generated always as (
    case when team then array['a'] when user_id is null then '{}'::text[] else array['u:' || user_id::text] end) stored,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
call protect_tenant_table('macros');
create unique index macros_of_team on macros (company_id, plain(name)) where team;
create unique index macros_own on macros (company_id, user_id, plain(name)) where not team;

-- A person's own macros go with the person; those of the team stay.
create function forget_own_macros() returns trigger language plpgsql as $$
begin
  delete from macros where company_id = old.company_id and user_id = old.id and not team;
  return old;
end $$;
create trigger own_macros before delete on users for each row execute function forget_own_macros();

create function feed_macros() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'macro', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'macro', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'macro', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on macros
  deferrable initially deferred for each row execute function feed_macros();
