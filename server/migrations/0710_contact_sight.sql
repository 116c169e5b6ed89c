-- Which scopes see a contact, in the order of the list: an agent's page would else walk past all contacts of others, with a
-- look at the tickets of each. `holders` counts the tickets and the adders that give a scope, so that whoever takes one away
-- knows whether it was the last, also among transactions that do not see each other.

-- The names stand in it too, and the key keeps them: whoever writes a row here has the contact's present name, or waits.
drop index contacts_by_name;
alter table contacts add constraint contacts_by_name unique (company_id, sort_name, id);

create table contact_sight (
  company_id bigint not null,
  contact_id bigint not null,
  -- q a queue, u an agent. All who see the whole company ask no table.
  scope text not null,
  holders int not null,
  sort_name text not null,
  primary key (company_id, contact_id, scope),
  foreign key (company_id, contact_id, sort_name) references contacts (company_id, id, sort_name)
    on delete cascade on update cascade
);
call protect_tenant_table('contact_sight');

insert into contact_sight (company_id, contact_id, scope, holders, sort_name)
select c.company_id, c.id, held.scope, count(*), c.sort_name
from (
  select company_id, contact_id, unnest(scopes) as scope from tickets
  union all
  select company_id, id, 'u:' || unnest(added_by) from contacts) held
join contacts c on c.company_id = held.company_id and c.id = held.contact_id
where held.scope ~ '^[qu]:'
group by c.company_id, c.id, held.scope;
create index contact_sight_by_name on contact_sight (company_id, scope, sort_name, contact_id);

-- Of a contact that is being deleted nothing is left to count. In order, so that nobody waits in a circle.
create function change_contact_sight(company bigint, loser bigint, lost text[], winner bigint, won text[]) returns void
  language plpgsql as $$
begin
  insert into contact_sight as seen (company_id, contact_id, scope, holders, sort_name)
  select company, c.id, changed.scope, changed.holders, c.sort_name
  from (
    select contact, scope, sum(one) as holders
    from (
      select loser as contact, scope, -1 as one from unnest(lost) as scope
      union all
      select winner, scope, 1 from unnest(won) as scope) change
    where scope ~ '^[qu]:'
    group by contact, scope having sum(one) <> 0) changed
  cross join lateral (
    select id, sort_name from contacts where company_id = company and id = changed.contact for key share) c
  order by changed.contact, changed.scope
  on conflict (company_id, contact_id, scope) do update set holders = seen.holders + excluded.holders;
  delete from contact_sight where company_id = company and contact_id = loser and holders = 0;
end $$;

create function sight_of_tickets() returns trigger language plpgsql as $$
begin
  perform change_contact_sight(coalesce(new.company_id, old.company_id),
    old.contact_id, old.scopes, new.contact_id, new.scopes);
  return null;
end $$;
create trigger sight after insert or delete on tickets for each row execute function sight_of_tickets();
-- Not when somebody writes in it.
create trigger sight_changed after update on tickets for each row
  when (old.scopes <> new.scopes or old.contact_id <> new.contact_id) execute function sight_of_tickets();

create function sight_of_contacts() returns trigger language plpgsql as $$
begin
  perform change_contact_sight(new.company_id,
    old.id, array(select 'u:' || adder from unnest(old.added_by) as adder),
    new.id, array(select 'u:' || adder from unnest(new.added_by) as adder));
  return null;
end $$;
create trigger sight after insert on contacts for each row
  when (new.added_by <> '{}') execute function sight_of_contacts();
create trigger sight_changed after update on contacts for each row
  when (old.added_by <> new.added_by) execute function sight_of_contacts();
