-- Whoever has a copy of a conversation or a contact hears that it is gone, by its id alone, and why: `app.deletes` is said by what
-- takes things for their age, and because a person has asked for it.
create or replace function tell_webhooks(company bigint, told_event text, told_lane text, happened timestamptz, about jsonb,
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
          'deleted', about -> 'deleted',
          'sequence', coalesce(c.told, 0)))::text,
      now()
    from wanting w left join counted c on c.webhook_id = w.id)
  insert into outgoing_calls as c (company_id, id, kind, lane, due_at)
  select company, call_id, 'webhook', 'webhook:' || id, now() from wanting
  on conflict (company_id, id) do update set due_at = excluded.due_at, state = 'waiting'
  where c.state = 'dead' or c.state = 'waiting' and c.due_at > excluded.due_at;
end $$;

create function tell_of_deleted() returns trigger language plpgsql as $$
begin
  if not wants_webhook(old.company_id, array[tg_argv[0] || '.deleted']) then return null; end if;
  perform tell_webhooks(old.company_id, tg_argv[0] || '.deleted', tg_argv[0] || ':' || old.id, now(), jsonb_build_object(
    'deleted', jsonb_build_object('id', old.id, 'reason', coalesce(nullif(current_setting('app.deletes', true), ''), 'hand'))));
  return null;
end $$;
create constraint trigger tell_webhooks_deleted after delete on tickets
  deferrable initially deferred for each row execute function tell_of_deleted('ticket');
create constraint trigger tell_webhooks_deleted after delete on contacts
  deferrable initially deferred for each row execute function tell_of_deleted('contact');
