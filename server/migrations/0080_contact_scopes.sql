-- A contact is shown with every ticket that a console holds, the closed ones among them: whoever sees any of its tickets
-- hears of its new name.
create or replace function feed_contacts() returns trigger language plpgsql as $$
declare
  changed contacts := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'contact', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end,
    array['c'] || array(select distinct unnest(scopes) from tickets
      where company_id = changed.company_id and contact_id = changed.id));
  return null;
end $$;
