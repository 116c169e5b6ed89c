-- Messages: what stands in a conversation, what is on its way out, and what came before the message that it belongs to.

create table messages (
  company_id bigint not null references companies (id) on delete cascade,
  -- UUIDv7, made by the console that wrote it or by the server.
  id uuid not null,
  ticket_id bigint not null,
  contact_id bigint not null,
  connection_id bigint not null,
  user_id bigint,
  from_me boolean not null,
  -- Who or what said it (shared, shared/src/features/messages/row.ts). What the rest of the row tells needs no word: a contact, a person of
  -- ours, or else our own phone.
  said_by text check (said_by in ('bot', 'automatic', 'schedule', 'campaign', 'api', 'import')),
  origin text not null generated always as (coalesce(said_by,
    case when not from_me then 'contact' when user_id is not null then 'person' else 'phone' end)) stored,

  body text not null default '',
  media_type text not null default 'chat',
  media_id uuid,
  quoted_id uuid,
  quoted_snippet text not null default '',
  view_once boolean not null default false,
  forwarded boolean not null default false,
  -- {name, language, parameters, blanks} of the approved text that it is; null: free words. The body is how it reads.
  template jsonb,
  -- {by, emoji, fromMe, name} of each person; `by` is `me`, the author inside a group, or empty in a chat of two.
  reactions jsonb not null default '[]',
  -- {question, options, secret, votes}: what the votes are read with, and the options of each voter by their place.
  poll jsonb,
  -- {userId, name} of the colleagues whom a note names, by the names that they had when it was written.
  mentions jsonb not null default '[]',
  -- What an edited message said before, oldest first.
  earlier_bodies text[] not null default '{}',
  is_edited boolean not null default false,
  is_deleted boolean not null default false,

  -- The author inside a group, as the channel addresses him; empty in a chat of two.
  participant text not null default '',
  participant_name text not null default '',
  -- Members of the group when we sent it; null in a chat of two. A tick there waits for all of them.
  recipients int,
  -- WhatsApp's id: of an incoming message its own, of an outgoing one chosen before it is sent.
  wa_id text,
  -- received; local, which never reaches a channel; or the outbox: queued, sending, sent, failed.
  state text not null check (state in ('received', 'queued', 'sending', 'sent', 'failed', 'local')),
  ack smallint not null default 1 check (ack between 0 and 5),
  error_code text,
  -- Holds the place of a message that could not be decrypted yet.
  placeholder boolean not null default false,
  read boolean not null default false,
  -- What was sent, for the recipient's phone that asks again; what came, when we do not understand it.
  payload bytea,
  attempts int not null default 0,
  not_before timestamptz,

  -- Its place in the conversation. Whole milliseconds, because consoles page by it.
  created_at timestamptz(3) not null,
  -- When the row was made, as of all other rows of the feed: an entry of the log with the same instant made it.
  stored_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  played_at timestamptz,
  -- An event's body is for programs: nobody looks for its words.
  terms tsvector not null generated always as (
    case when media_type = 'event' then ''::tsvector else search_terms(company_id, words_of(left(body, 4000))) end) stored,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  -- As of tickets.
  foreign key (company_id, connection_id) references connections (company_id, id),
  foreign key (company_id, media_id) references media (company_id, id),
  -- Private notes and what happened to a ticket stand in its conversation. Such a row has no acknowledgement, counts as
  -- read and leaves the ticket's newest message alone.
  constraint messages_local check ((state = 'local') = (media_type in ('note', 'event'))),
  constraint messages_local_unsent check (state <> 'local' or (wa_id is null and read and from_me))
);
call protect_tenant_table('messages');
call tend_often('messages');
-- The remote id alone is not unique: two of our own numbers in one chat share it. The chat is the contact here, because
-- WhatsApp names one person by number or by LID as it pleases. Messages without a remote id never collide: nulls are all
-- different. The contact stands before the connection, so that merging two contacts, and every check that nothing refers to
-- a deleted one, finds the messages of a contact by this index too.
create unique index messages_remote on messages (company_id, contact_id, connection_id, participant, from_me, wa_id);
create index messages_by_wa_id on messages (company_id, connection_id, wa_id) where wa_id is not null;
create index messages_of_ticket on messages (company_id, ticket_id, created_at desc, id desc);
-- A conversation shows all messages of a contact, of every ticket that the agent sees; it is paged by this index.
create index messages_of_contact on messages (company_id, contact_id, created_at desc, id desc);
-- How much a company uses of the product, for the operator.
create index messages_by_time on messages (company_id, created_at) where state <> 'local';
create index messages_by_template on messages (company_id, connection_id, sent_at)
  where template is not null and sent_at is not null;
create index messages_unread on messages (company_id, ticket_id) where not from_me and not read;
create index messages_outbox on messages (company_id, connection_id, created_at, id) where state in ('queued', 'sending');
create index messages_by_media on messages (company_id, media_id) where media_id is not null;
-- The panel beside a conversation, newest first: notes and files of a contact, and the groups that somebody has written in.
-- A participant's name begins with the value of one of their identities.
create index messages_notes on messages (company_id, contact_id, created_at desc, id desc) where media_type = 'note';
create index messages_with_media on messages (company_id, contact_id, created_at desc, id desc)
  where media_id is not null;
create index messages_by_author on messages (company_id, split_part(participant, '@', 1), contact_id)
  where participant <> '';
-- Written at once: what waits in a list is read by every search.
create index messages_terms on messages using gin (terms) with (fastupdate = off);
create index messages_dated on messages using gin (dated_terms(id, terms)) with (fastupdate = off);

create trigger let_go after delete on messages for each row
  when (old.media_id is not null) execute function let_go_of_media();
create trigger let_go_for_another after update of media_id on messages for each row
  when (old.media_id is distinct from new.media_id and old.media_id is not null)
  execute function let_go_of_media();

-- Who hears of a change of a message, and who may hear of it: t:<ticket> lets a program follow one ticket, k:<contact> a
-- console one conversation, and whoever has a ticket of the contact under way follows all of it, so that what his console
-- holds of older tickets stays true as well. Only a filter: the ticket of the message itself decides who sees it.
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

create function feed_messages() returns trigger language plpgsql as $$
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
create constraint trigger feed after insert or update or delete on messages
  deferrable initially deferred for each row execute function feed_messages();

-- The bytes of a file arrive after its message: the message is what changes for the console.
create function feed_media() returns trigger language plpgsql as $$
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
create constraint trigger feed after update on media
  deferrable initially deferred for each row execute function feed_media();

-- Messages that an agent has read and whose customer has not been told yet (blue ticks). A trigger fills it, so that no
-- code path that marks messages read can forget; the session's owner sends the receipts and empties it.
create table read_receipts_due (
  company_id bigint not null,
  connection_id bigint not null,
  message_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('read_receipts_due');
create index read_receipts_due_by_connection on read_receipts_due (company_id, connection_id, at);

create function read_receipt_due() returns trigger language plpgsql as $$
begin
  insert into read_receipts_due (company_id, connection_id, message_id)
  values (new.company_id, new.connection_id, new.id)
  on conflict do nothing;
  return null;
end $$;
create trigger read_receipt after update of read on messages for each row
  when (new.read and not old.read and not new.from_me and new.wa_id is not null)
  execute function read_receipt_due();

-- What the members of a group have confirmed of our messages.
create table message_receipts (
  company_id bigint not null,
  message_id uuid not null,
  participant text not null,
  delivered_at timestamptz,
  read_at timestamptz,
  played_at timestamptz,
  primary key (company_id, message_id, participant),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('message_receipts');

-- Edits, deletions and reactions of ours on their way: part of the outbox, in the order of their chat. The message's row
-- shows them already; `before` is what it goes back to when WhatsApp refuses.
create table outgoing_changes (
  company_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  contact_id bigint not null,
  message_id uuid not null,
  kind text not null check (kind in ('edit', 'delete', 'react')),
  -- The new text, or the emoji.
  body text not null default '',
  before text,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
  wa_id text,
  payload bytea,
  attempts int not null default 0,
  not_before timestamptz,
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('outgoing_changes');
create index outgoing_changes_outbox on outgoing_changes (company_id, connection_id, created_at, id)
  where state in ('queued', 'sending');
create index outgoing_changes_by_message on outgoing_changes (company_id, message_id);
create index outgoing_changes_by_contact on outgoing_changes (company_id, contact_id);

-- Acknowledgements that came before their message.
create table early_acks (
  company_id bigint not null,
  connection_id bigint not null,
  wa_id text not null,
  ack smallint not null,
  error_code text,
  at timestamptz not null default now(),
  primary key (company_id, connection_id, wa_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('early_acks');

-- Edits, deletions, reactions and votes that came before their message: it could not be opened at first, or its delivery
-- was lost. They wait for it for a day.
create table early_changes (
  company_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  wa_id text not null,
  -- Null where the messenger does not say whose message it was.
  from_me boolean,
  participant text not null,
  -- Any name of the chat, as kind:value.
  identities text[] not null,
  kind text not null check (kind in ('edit', 'delete', 'react', 'vote')),
  -- Of a reaction or a vote: who, by the name that `messages.reactions` uses, and how he calls himself.
  author text not null default '',
  author_name text not null default '',
  -- Null for a deletion. A vote's body is the sealed vote in base64.
  body text,
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('early_changes');
create index early_changes_by_message on early_changes (company_id, connection_id, wa_id);
