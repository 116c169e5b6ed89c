-- Who made a contact sees it also before anybody has talked to it.
alter table contacts
  add column created_by bigint,
  add foreign key (company_id, created_by) references users (company_id, id) on delete set null (created_by);
create index contacts_of_creator on contacts (company_id, created_by, sort_name, id) where created_by is not null;

-- A contact's scopes: c the company, u who made it, and those of its tickets, the closed ones among them, because it is
-- shown with every ticket that a console holds.
create function contact_scopes(company bigint, contact bigint, creator bigint) returns text[]
  language sql stable
  as $$
    select array['c'] || case when creator is null then '{}' else array['u:' || creator] end
      || array(select distinct unnest(scopes) from tickets where company_id = company and contact_id = contact)
  $$;

create or replace function feed_contacts() returns trigger language plpgsql as $$
declare
  changed contacts := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'contact', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end,
    contact_scopes(changed.company_id, changed.id, changed.created_by));
  return null;
end $$;
