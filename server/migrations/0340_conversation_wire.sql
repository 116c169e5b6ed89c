-- Reactions, polls, hints and times of messages (behaviours, section 3).
alter table messages
  -- {by, emoji, fromMe, name} of each person; `by` is `me`, the author inside a group, or empty in a chat of two.
  add column reactions jsonb not null default '[]',
  -- {question, options, secret, votes}: what the votes are read with, and the options of each voter by their place.
  add column poll jsonb,
  add column view_once boolean not null default false,
  add column forwarded boolean not null default false,
  add column quoted_snippet text not null default '',
  -- Members of the group when we sent it; null in a chat of two. A tick there waits for all of them.
  add column recipients int,
  add column sent_at timestamptz,
  add column delivered_at timestamptz,
  add column read_at timestamptz,
  add column played_at timestamptz;

alter table media
  add column voice boolean not null default false,
  add column waveform text;

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

-- Of a reaction or a vote that came before its message: who, by the name that `messages.reactions` uses, and how he
-- calls himself. A vote's body is the sealed vote in base64.
alter table early_changes
  add column kind text not null default 'edit' check (kind in ('edit', 'delete', 'react', 'vote')),
  add column author text not null default '',
  add column author_name text not null default '';
update early_changes set kind = 'delete' where body is null;
alter table early_changes alter column kind drop default;
