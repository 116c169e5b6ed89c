-- What is asked of responders, and what they remember of a conversation.

-- Calls to the outside that are due, under way, or given up. What is asked stands in the rows of the kind; here is only
-- when, and whose turn it is. A call of a lane begins when those before it in that lane are over.
create table outgoing_calls (
  company_id bigint not null references companies (id) on delete cascade,
  -- UUIDv7: those of a lane are taken in its order.
  id uuid not null,
  kind text not null,
  lane text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'dead')),
  -- When it may begin; and how long it may take from there over all tries, its waiting for a place included.
  due_at timestamptz not null,
  patience_ms int,
  -- Before the next try.
  retry_at timestamptz,
  attempts int not null default 0,
  -- The process that runs it says so again and again. Whose word has run out is gone.
  held_by uuid,
  held_until timestamptz,
  -- Why the last try was none, for people.
  reason text not null default '',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((state = 'running') = (held_by is not null and held_until is not null))
);
call protect_tenant_table('outgoing_calls');
create index outgoing_calls_waiting on outgoing_calls (due_at) where state = 'waiting';
create index outgoing_calls_running on outgoing_calls (held_until) where state = 'running';
create index outgoing_calls_lane on outgoing_calls (company_id, lane, id) where state <> 'dead';
create index outgoing_calls_dead on outgoing_calls (created_at) where state = 'dead';

-- A turn of a responder in a ticket: what the customer has written since the turn before. It has the id of its call.
create table bot_turns (
  company_id bigint not null,
  id uuid not null,
  ticket_id bigint not null,
  answerer text not null check (answerer in ('prompt', 'integration', 'bill')),
  -- The responder speaks first: the customer has written nothing to it.
  opens boolean not null default false,
  -- What was written until then belongs to an earlier turn.
  since timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, id) references outgoing_calls (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
call protect_tenant_table('bot_turns');
create index bot_turns_of_ticket on bot_turns (company_id, ticket_id, id);

-- What a responder remembers of a ticket: the id of its session, what it has asked last.
create table bot_sessions (
  company_id bigint not null,
  ticket_id bigint not null,
  session jsonb not null,
  used_at timestamptz not null default now(),
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
call protect_tenant_table('bot_sessions');

-- What was said in voice notes, so that each is listened to once.
create table transcripts (
  company_id bigint not null,
  media_id uuid not null,
  text text not null,
  primary key (company_id, media_id),
  foreign key (company_id, media_id) references media (company_id, id) on delete cascade
);
call protect_tenant_table('transcripts');

-- Opens one ticket to the integration that was told of it, for one later answer. Only its hash is kept.
create table ticket_tokens (
  company_id bigint not null,
  id bigint generated always as identity,
  ticket_id bigint not null,
  integration_id bigint not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, integration_id) references queue_integrations (company_id, id) on delete cascade
);
call protect_tenant_table('ticket_tokens');
create unique index ticket_tokens_hash on ticket_tokens (token_hash);
create index ticket_tokens_of_ticket on ticket_tokens (company_id, ticket_id);
create index ticket_tokens_by_integration on ticket_tokens (company_id, integration_id);
create index ticket_tokens_by_time on ticket_tokens (expires_at);

-- Which documents somebody has asked bills of: anybody can type anybody's. Only a hash is kept.
create table bill_lookups (
  company_id bigint not null,
  contact_id bigint not null,
  document_hash bytea not null,
  at timestamptz not null default now(),
  primary key (company_id, contact_id, document_hash),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
call protect_tenant_table('bill_lookups');
create index bill_lookups_by_time on bill_lookups (at);
