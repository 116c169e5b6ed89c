-- Views of the ticket lists: the team's are everybody's, the others their authors' own.
create table ticket_views (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  team boolean not null default false,
  user_id bigint,
  tab text not null check (tab in ('open', 'pending', 'closed', 'snoozed', 'chatbot')),
  filter jsonb not null,
  sort text not null check (sort in ('newest', 'longest')),
  -- Those with a smaller one stand before it.
  position int not null default 0,
  created_at timestamptz not null default now(),
  scopes text[] not null generated always as (
    case when team then array['a'] when user_id is null then '{}'::text[] else array['u:' || user_id::text] end) stored,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
call protect_tenant_table('ticket_views');
create unique index ticket_views_of_team on ticket_views (company_id, plain(name)) where team;
create unique index ticket_views_own on ticket_views (company_id, user_id, plain(name)) where not team;

-- A person's own views go with the person; those of the team stay.
create function forget_own_ticket_views() returns trigger language plpgsql as $$
begin
  delete from ticket_views where company_id = old.company_id and user_id = old.id and not team;
  return old;
end $$;
create trigger own_ticket_views before delete on users
  for each row execute function forget_own_ticket_views();

create function feed_ticket_views() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'ticketView', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'ticketView', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'ticketView', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on ticket_views
  deferrable initially deferred for each row execute function feed_ticket_views();
