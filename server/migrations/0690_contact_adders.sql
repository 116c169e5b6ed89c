-- A number that somebody types may be one that a colleague has typed before, whose contact they do not see. It is theirs
-- as well from then on: otherwise they could neither serve the customer nor miss that there is something to be seen.
alter table contacts add column added_by bigint[] not null default '{}';
-- The same people see the same contacts: nothing to tell, and the feed tells of one company in a transaction (0050).
alter table contacts disable trigger feed;
update contacts set added_by = array[created_by] where created_by is not null;
alter table contacts enable trigger feed;

drop function contact_scopes;
-- A contact's scopes: c the company, u those who added it, and those of its tickets, the closed ones among them, because
-- it is shown with every ticket that a console holds.
create function contact_scopes(company bigint, contact bigint, adders bigint[]) returns text[]
  language sql stable
  as $$
    select array['c'] || array(
      select 'u:' || adder from unnest(adders) as adder
      union
      select unnest(scopes) from tickets where company_id = company and contact_id = contact)
  $$;

create or replace function feed_contacts() returns trigger language plpgsql as $$
declare
  changed contacts := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'contact', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end,
    contact_scopes(changed.company_id, changed.id, changed.added_by));
  return null;
end $$;

alter table contacts drop column created_by;
