-- A conversation shows all messages of a contact, of every ticket that the agent sees; it is paged by this index.
create index messages_of_contact on messages (company_id, contact_id, created_at desc, id desc);

-- Who hears of a change of a message, and who may hear of it: t:<ticket> lets a program follow one ticket, k:<contact> a
-- console one conversation, and whoever has a ticket of the contact under way follows all of it, so that what his console holds of older tickets
-- stays true as well. Only a filter: the ticket of the message itself decides who sees it.
create function message_scopes(company bigint, carriers bigint[], customers bigint[]) returns text[]
  language sql stable
  as $$
    select array['c'] || array(
      select 'k:' || customer from unnest(customers) as customer
      union
      select 't:' || carrier from unnest(carriers) as carrier
      union
      select unnest(scopes) from tickets where company_id = company and id = any (carriers)
      union
      select scope from tickets, unnest(scopes) as scope
      where company_id = company and contact_id = any (customers) and status <> 'closed'
        and (scope like 'u:%' or scope like 'pq:%'))
  $$;

create or replace function feed_messages() returns trigger language plpgsql as $$
declare
  changed messages := case when tg_op = 'DELETE' then old else new end;
  -- Two, when contacts are merged and the message moves.
  carriers bigint[] := case when tg_op = 'UPDATE' then array[old.ticket_id, new.ticket_id] else array[changed.ticket_id] end;
  customers bigint[] := case when tg_op = 'UPDATE' then array[old.contact_id, new.contact_id] else array[changed.contact_id] end;
begin
  perform feed_write(changed.company_id, 'message', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end,
    message_scopes(changed.company_id, carriers, customers)
      -- u:<author> his own words, so that the confirmation of a command never comes without its effect (I6).
      || case when changed.user_id is not null then array['u:' || changed.user_id] else '{}'::text[] end);
  return null;
end $$;

create or replace function feed_media() returns trigger language plpgsql as $$
declare
  carrier record;
begin
  for carrier in
    select id, ticket_id, contact_id from messages where company_id = new.company_id and media_id = new.id
  loop
    perform feed_write(new.company_id, 'message', carrier.id::text, 'put',
      message_scopes(new.company_id, array[carrier.ticket_id], array[carrier.contact_id]));
  end loop;
  return null;
end $$;
