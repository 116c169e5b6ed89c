-- A rule may name the webhooks that it tells: those hear that it acted, whatever else they hear. The line in the conversation
-- says which, so that they are told with all others, when it commits.

create trigger rest_automations after delete on webhooks for each row execute function rest_automations('webhook');

create function webhooks_named_in(told messages) returns bigint[] language sql immutable as $$
  select case when told.media_type = 'event' then array(
    select id::bigint from jsonb_array_elements_text(coalesce(told.body::jsonb -> 'webhookIds', '[]')) as id) else '{}' end
$$;

drop function wants_webhook(bigint, text[]);
create function wants_webhook(company bigint, wanted text[], named bigint[] default '{}') returns boolean
  language sql stable as $$
  select current_setting('app.feed_muted', true) is distinct from 'on'
    and exists (select from webhooks where company_id = company and active and (events && wanted or id = any (named)))
$$;

drop function tell_webhooks(bigint, text, text, timestamptz, jsonb, bigint);
create function tell_webhooks(company bigint, told_event text, told_lane text, happened timestamptz, about jsonb,
  of_ticket bigint default null, named bigint[] default '{}') returns void language plpgsql as $$
begin
  perform feed_lock(company);
  with wanting as (
    select id, call_id from webhooks
    where company_id = company and active and (told_event = any (events) or id = any (named))),
  counted as (
    insert into webhook_sequences as s (company_id, webhook_id, ticket_id, told)
    select company, id, of_ticket, 1 from wanting where of_ticket is not null
    on conflict (company_id, webhook_id, ticket_id) do update set told = s.told + 1
    returning webhook_id, told),
  noted as (
    insert into deliveries (company_id, webhook_id, ticket_id, event, lane, payload, next_at)
    select company, w.id, of_ticket, told_event, told_lane, json_build_object(
        'type', told_event,
        'timestamp', webhook_instant(happened),
        'data', json_build_object(
          'company', (select webhook_named(id, name) from companies where id = company),
          'ticket', about -> 'ticket',
          'contact', about -> 'contact',
          'message', about -> 'message',
          'change', about -> 'change',
          'connection', about -> 'connection',
          'campaign', about -> 'campaign',
          'payment', about -> 'payment',
          'sequence', coalesce(c.told, 0)))::text,
      now()
    from wanting w left join counted c on c.webhook_id = w.id)
  insert into outgoing_calls as c (company_id, id, kind, lane, due_at)
  select company, call_id, 'webhook', 'webhook:' || id, now() from wanting
  on conflict (company_id, id) do update set due_at = excluded.due_at, state = 'waiting'
  where c.state = 'dead' or c.state = 'waiting' and c.due_at > excluded.due_at;
end $$;

create or replace function tell_of_messages() returns trigger language plpgsql as $$
declare
  told text[] := array_remove(webhook_events_of(case when tg_op = 'UPDATE' then old end, new), null);
  named bigint[];
  about jsonb;
  happened text;
begin
  if told = '{}' then return null; end if;
  named := webhooks_named_in(new);
  if not wants_webhook(new.company_id, told, named) then return null; end if;
  about := webhook_about(new);
  if about is null then return null; end if;
  foreach happened in array told loop
    perform tell_webhooks(new.company_id, happened, 'ticket:' || new.ticket_id,
      case happened when 'message.sent' then coalesce(new.sent_at, now())
        when 'message.delivered' then coalesce(new.delivered_at, now())
        when 'message.read' then coalesce(new.read_at, now())
        when 'message.failed' then now() else new.created_at end,
      about, new.ticket_id, named);
  end loop;
  return null;
end $$;
