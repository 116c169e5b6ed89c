-- What programs outside are told of a company: where, of what, and each telling until it is over.

-- Addresses that a company has told of what happens, whatever its queues do.
create table webhooks (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  url text not null,
  -- What it hears of, for example `message.received`.
  events text[] not null,
  active boolean not null default true,
  -- What its messages are signed with, sealed. The one before signs too until then.
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- The call in `outgoing_calls` that tells it whatever waits.
  call_id uuid not null default gen_random_uuid(),
  -- Since when nothing has reached it; null: the last try did.
  failing_since timestamptz,
  -- When the server switched it off for that.
  failed_at timestamptz check (failed_at is null or not active),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('webhooks');
create unique index webhooks_by_call on webhooks (company_id, call_id);
create unique index webhooks_name on webhooks (company_id, plain(name));

-- Its address is a matter of those who manage it.
create function feed_webhooks() returns trigger language plpgsql as $$
declare
  changed webhooks := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'webhook', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['i']);
  return null;
end $$;
create constraint trigger feed after insert or update or delete on webhooks
  deferrable initially deferred for each row execute function feed_webhooks();

-- What was told, to integrations and webhooks, for those who look for what became of it, and to tell it again. What a
-- webhook waits for is told from here; what an integration waits for, from `outgoing_calls`.
create table deliveries (
  company_id bigint not null,
  id uuid not null default gen_random_uuid(),
  -- In the order in which it happened.
  place bigint generated always as identity,
  -- Whoever is told.
  integration_id bigint,
  webhook_id bigint,
  -- No foreign key, here and below: it would lock the ticket, whose owner may be waiting for the lock of the feed.
  ticket_id bigint,
  -- The type in its envelope, for example `message.received`.
  event text not null,
  -- A webhook is told of one ticket, contact, … one thing after the other.
  lane text,
  -- The body; the token of a ticket and the address of a file are put into it as it is told.
  payload text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  -- A webhook is not told before.
  next_at timestamptz,
  -- What came of the last try: the HTTP status, the beginning of the answer, or why there was none.
  status int,
  answer text not null default '',
  reason text not null default '',
  duration_ms int,
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  primary key (company_id, id),
  check (num_nonnulls(integration_id, webhook_id) = 1),
  check (num_nonnulls(webhook_id, lane, next_at) in (0, 3)),
  foreign key (company_id, integration_id) references queue_integrations (company_id, id) on delete cascade,
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
);
call protect_tenant_table('deliveries');
create index deliveries_of_integration on deliveries (company_id, integration_id, place desc)
  where integration_id is not null;
create index deliveries_of_integration_by_state on deliveries (company_id, integration_id, state, place desc)
  where integration_id is not null;
create index deliveries_of_webhook on deliveries (company_id, webhook_id, place desc) where webhook_id is not null;
create index deliveries_of_webhook_by_state on deliveries (company_id, webhook_id, state, place desc)
  where webhook_id is not null;
create index deliveries_in_lanes on deliveries (company_id, webhook_id, lane, place)
  where webhook_id is not null and state = 'waiting';
create index deliveries_of_ticket on deliveries (company_id, ticket_id) where ticket_id is not null;
create index deliveries_by_time on deliveries (created_at);

-- How much a webhook was told of a ticket: whoever hears 3 after 1 knows that something is missing.
create table webhook_sequences (
  company_id bigint not null,
  webhook_id bigint not null,
  ticket_id bigint not null,
  told int not null,
  primary key (company_id, webhook_id, ticket_id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
);
call protect_tenant_table('webhook_sequences');
create index webhook_sequences_of_ticket on webhook_sequences (company_id, ticket_id);

create function forget_webhook_sequences() returns trigger language plpgsql as $$
begin
  perform feed_lock(old.company_id);
  delete from webhook_sequences where company_id = old.company_id and ticket_id = old.id;
  return null;
end $$;
create constraint trigger webhook_sequences after delete on tickets
  deferrable initially deferred for each row execute function forget_webhook_sequences();

-- What happens is noted where it is written, by deferred triggers: whatever code writes it, nobody can forget to tell it,
-- and what is rolled back was never told. They run under the lock of the feed, so that places and sequences follow the
-- commits. Where nobody wants to hear of it, nothing is written.

-- What stays out of the log of the feed, a past that is written by the thousand, is no news here either.
create function wants_webhook(company bigint, wanted text[]) returns boolean language sql stable as $$
  select current_setting('app.feed_muted', true) is distinct from 'on'
    and exists (select from webhooks where company_id = company and active and events && wanted)
$$;

create function webhook_instant(at timestamptz) returns text language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create function webhook_named(id bigint, name text) returns jsonb language sql immutable parallel safe
  return case when id is not null then jsonb_build_object('id', id, 'name', name) end;

-- As `shared/src/features/webhooks/event.ts` says. `about` has the parts that this event is about.
create function tell_webhooks(company bigint, told_event text, told_lane text, happened timestamptz, about jsonb,
  of_ticket bigint default null) returns void language plpgsql as $$
begin
  perform feed_lock(company);
  with wanting as (
    select id, call_id from webhooks where company_id = company and active and told_event = any (events)),
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

create function webhook_contact(company bigint, contact bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', id, 'name', name, 'number', number, 'email', email)
  from contacts where company_id = company and id = contact
$$;

create function webhook_ticket(company bigint, ticket bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', t.id, 'uuid', t.uuid, 'status', t.status, 'channel', w.channel, 'token', null,
    'referral', t.referral,
    'queue', webhook_named(q.id, q.name), 'user', webhook_named(u.id, u.name), 'connection', webhook_named(w.id, w.name))
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  where t.company_id = company and t.id = ticket
$$;

-- What happened to a message, in the order in which that happens. What stands in a conversation for agents alone is told
-- to nobody, and an acknowledgement that jumps over another says both.
create function webhook_events_of(before messages, after messages) returns text[] language sql immutable as $$
  select case
    when after.media_type = 'event' then array[case after.body::jsonb ->> 'kind'
      when 'started' then 'ticket.created'
      when 'accepted' then 'ticket.accepted'
      when 'reopened' then 'ticket.accepted'
      when 'transferred' then 'ticket.transferred'
      when 'returned' then 'ticket.transferred'
      when 'closed' then 'ticket.closed'
      when 'rated' then 'ticket.rated' end]
    when not after.from_me then array[case
      when after.state = 'received' and not after.placeholder and coalesce(before.placeholder, true) then 'message.received' end]
    else array[
      case when after.state = 'sent' and before.state is distinct from 'sent' then 'message.sent' end,
      case when after.ack >= 3 and coalesce(before.ack, 0) < 3 then 'message.delivered' end,
      case when after.ack >= 4 and coalesce(before.ack, 0) < 4 then 'message.read' end,
      case when after.state = 'failed' and before.state is distinct from 'failed' then 'message.failed' end]
  end
$$;

-- Null: its ticket came and went in one transaction.
create function webhook_about(told messages) returns jsonb language sql stable as $$
  select jsonb_build_object('ticket', ticket, 'contact', webhook_contact(told.company_id, told.contact_id))
    || case when told.media_type = 'event' then jsonb_build_object('change', told.body::jsonb)
      else jsonb_build_object('message', jsonb_build_object(
        'id', told.id, 'body', case when told.is_deleted then '' else told.body end, 'mediaType', told.media_type,
        'card', case when not told.is_deleted then told.card end,
        'tap', case when not told.is_deleted then told.tap end,
        'referral', case when not told.is_deleted then told.referral - 'picture' end,
        'fromMe', told.from_me, 'at', webhook_instant(told.created_at), 'error', told.error_code,
        'media', (select jsonb_build_object('url', null, 'mime', mime, 'name', name)
          from media where company_id = told.company_id and id = told.media_id and not told.is_deleted))) end
  from webhook_ticket(told.company_id, told.ticket_id) as ticket
  where ticket is not null
$$;

create function tell_of_messages() returns trigger language plpgsql as $$
declare
  told text[] := array_remove(webhook_events_of(case when tg_op = 'UPDATE' then old end, new), null);
  about jsonb;
  happened text;
begin
  if told = '{}' or not wants_webhook(new.company_id, told) then return null; end if;
  about := webhook_about(new);
  if about is null then return null; end if;
  foreach happened in array told loop
    perform tell_webhooks(new.company_id, happened, 'ticket:' || new.ticket_id,
      case happened when 'message.sent' then coalesce(new.sent_at, now())
        when 'message.delivered' then coalesce(new.delivered_at, now())
        when 'message.read' then coalesce(new.read_at, now())
        when 'message.failed' then now() else new.created_at end,
      about, new.ticket_id);
  end loop;
  return null;
end $$;
-- The past that a phone brings along is no news.
create constraint trigger tell_of_new after insert on messages deferrable initially deferred for each row
  when (new.said_by is distinct from 'import' and (new.state in ('received', 'sent') or new.media_type = 'event'))
  execute function tell_of_messages();
create constraint trigger tell_of_changed after update on messages deferrable initially deferred for each row
  when (old.state <> new.state or old.ack <> new.ack or old.placeholder <> new.placeholder)
  execute function tell_of_messages();

create function tell_of_contacts() returns trigger language plpgsql as $$
declare
  happened text := case when tg_op = 'INSERT' then 'contact.created' else 'contact.changed' end;
  about jsonb;
begin
  if not wants_webhook(new.company_id, array[happened]) then return null; end if;
  about := webhook_contact(new.company_id, new.id);
  if about is null then return null; end if;
  perform tell_webhooks(new.company_id, happened, 'contact:' || new.id, now(), jsonb_build_object('contact', about));
  return null;
end $$;
create constraint trigger tell_of_new after insert on contacts
  deferrable initially deferred for each row execute function tell_of_contacts();
create constraint trigger tell_of_changed after update on contacts deferrable initially deferred for each row
  when (old.name <> new.name or old.number <> new.number or old.email <> new.email)
  execute function tell_of_contacts();

create function tell_of_connections() returns trigger language plpgsql as $$
declare
  happened text := case when new.status = 'connected' then 'connection.up' else 'connection.down' end;
begin
  if not wants_webhook(new.company_id, array[happened]) then return null; end if;
  perform tell_webhooks(new.company_id, happened, 'connection:' || new.id, now(), jsonb_build_object('connection',
    jsonb_build_object('id', new.id, 'name', new.name, 'number', new.number, 'status', new.status, 'reason', new.reason)));
  return null;
end $$;
create constraint trigger tell_of_changed after update on connections deferrable initially deferred for each row
  when (new.deleted_at is null and (old.status = 'connected') <> (new.status = 'connected'))
  execute function tell_of_connections();

create function tell_of_campaigns() returns trigger language plpgsql as $$
begin
  if not wants_webhook(new.company_id, array['campaign.finished']) then return null; end if;
  perform tell_webhooks(new.company_id, 'campaign.finished', 'campaign:' || new.id, coalesce(new.completed_at, now()),
    jsonb_build_object('campaign', webhook_named(new.id, new.name)));
  return null;
end $$;
create constraint trigger tell_of_finished after update on campaigns deferrable initially deferred for each row
  when (new.trial_of is null and new.status = 'FINALIZADA' and old.status <> 'FINALIZADA')
  execute function tell_of_campaigns();

create function tell_of_invoices() returns trigger language plpgsql as $$
begin
  if not wants_webhook(new.company_id, array['payment.received']) then return null; end if;
  perform tell_webhooks(new.company_id, 'payment.received', 'payment:' || new.id, new.paid_at,
    jsonb_build_object('payment', jsonb_build_object('id', new.id, 'detail', new.detail, 'value', new.value,
      'currency', new.currency, 'dueDate', to_char(new.due_date, 'YYYY-MM-DD'))));
  return null;
end $$;
create constraint trigger tell_of_paid after update on invoices deferrable initially deferred for each row
  when (new.status = 'paid' and old.status <> 'paid') execute function tell_of_invoices();
