-- About whom a webhook was told: what is told of a contact without a conversation names no ticket.
alter table deliveries add column contact_id bigint;
update deliveries set contact_id = (payload::json #>> '{data,contact,id}')::bigint where webhook_id is not null;
update deliveries d set contact_id = t.contact_id from tickets t
  where d.integration_id is not null and t.company_id = d.company_id and t.id = d.ticket_id;
create index deliveries_of_contact on deliveries (company_id, contact_id) where contact_id is not null;

create function contact_of_delivery() returns trigger language plpgsql as $$
begin
  new.contact_id := case when new.webhook_id is not null then (new.payload::json #>> '{data,contact,id}')::bigint
    else (select contact_id from tickets where company_id = new.company_id and id = new.ticket_id) end;
  return new;
end $$;
create trigger contact_of_delivery before insert on deliveries for each row execute function contact_of_delivery();
