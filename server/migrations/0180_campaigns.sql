-- Campaigns: what is said to many, to whom, and how fast a connection may say it.

create table campaigns (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  -- It only tries this one out: people see it nowhere.
  trial_of bigint,
  name text not null,
  status text not null default 'INATIVA'
    check (status in ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA')),
  contact_list_id bigint,
  -- The tag from which the list was made.
  tag_list_id bigint,
  connection_id bigint,
  file_list_id bigint,
  -- The file that goes with the text.
  media_id uuid,
  -- Customers are asked first.
  confirmation boolean not null default false,
  -- Five of each, empty where there is none.
  messages text[] not null check (cardinality(messages) = 5),
  confirmation_messages text[] not null check (cardinality(confirmation_messages) = 5),
  -- {name, language, parameters} of the approved text that goes out instead of all that, where the connection wants one.
  template jsonb,
  scheduled_at timestamptz,
  -- {days, from, to} of the company's timezone; null: at any time.
  sending_window jsonb,
  quiet_days int not null default 0 check (quiet_days >= 0),
  -- From which the pauses are drawn.
  seed int not null default floor(random() * 2147483647)::int,
  started_at timestamptz,
  completed_at timestamptz,
  -- The list's people are being made recipients, up to this one; null: all of them are, or nobody is yet.
  taken_up_to bigint,
  -- Its recipients have not all been written with the texts that it has now.
  is_stale boolean not null default true,
  paused_reason text,
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  check (status <> 'PROGRAMADA' or scheduled_at is not null),
  foreign key (company_id, trial_of) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, contact_list_id)
    references contact_lists (company_id, id) on delete set null (contact_list_id),
  foreign key (company_id, tag_list_id) references tags (company_id, id) on delete set null (tag_list_id),
  foreign key (company_id, connection_id) references connections (company_id, id),
  foreign key (company_id, file_list_id) references file_lists (company_id, id) on delete set null (file_list_id),
  foreign key (company_id, media_id) references media (company_id, id)
);
call protect_tenant_table('campaigns');
create index campaigns_trials on campaigns (company_id, trial_of) where trial_of is not null;
create index campaigns_old_trials on campaigns (started_at) where trial_of is not null;
create index campaigns_due on campaigns (scheduled_at) where status = 'PROGRAMADA';
create index campaigns_running on campaigns (company_id, connection_id) where status = 'EM_ANDAMENTO';
create index campaigns_by_contact_list on campaigns (company_id, contact_list_id) where contact_list_id is not null;
create index campaigns_by_tag on campaigns (company_id, tag_list_id) where tag_list_id is not null;
create index campaigns_by_connection on campaigns (company_id, connection_id) where connection_id is not null;
create index campaigns_by_file_list on campaigns (company_id, file_list_id) where file_list_id is not null;
create index campaigns_by_media on campaigns (company_id, media_id) where media_id is not null;
create trigger let_go after delete on campaigns for each row
  when (old.media_id is not null) execute function let_go_of_media();
create trigger let_go_for_another after update of media_id on campaigns for each row
  when (old.media_id is distinct from new.media_id and old.media_id is not null)
  execute function let_go_of_media();

create function feed_campaigns() returns trigger language plpgsql as $$
declare
  changed campaigns := case when tg_op = 'DELETE' then old else new end;
begin
  -- How far its recipients are taken over is no news, and what only tries one out is nobody's.
  if changed.trial_of is not null or tg_op = 'UPDATE'
      and to_jsonb(old) - 'taken_up_to' - 'is_stale' = to_jsonb(new) - 'taken_up_to' - 'is_stale' then
    return null;
  end if;
  perform feed_write(changed.company_id, 'campaign', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['c']);
  return null;
end $$;
create constraint trigger feed after insert or update or delete on campaigns
  deferrable initially deferred for each row execute function feed_campaigns();

-- A campaign that is under way shows that its connection is down, or up again.
create function feed_campaigns_of_connection() returns trigger language plpgsql as $$
begin
  perform feed_write(new.company_id, 'campaign', id::text, 'put', array['c'])
  from campaigns where company_id = new.company_id and connection_id = new.id and status = 'EM_ANDAMENTO'
    and trial_of is null;
  return null;
end $$;
create constraint trigger feed_campaigns after update on connections
  deferrable initially deferred for each row
  when ((old.status = 'connected') is distinct from (new.status = 'connected')
    or old.deleted_at is distinct from new.deleted_at)
  execute function feed_campaigns_of_connection();

-- One person of a campaign, frozen when it began. Is no message and belongs to no ticket until that person answers.
create table campaign_recipients (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  campaign_id bigint not null,
  name text not null,
  -- Its key (shared, shared/src/phone/phone.ts), and how WhatsApp spells it.
  number text not null,
  whatsapp_number text not null,
  -- Which of the texts, from 1 on, and what it says to this person. Null for whom nothing is said.
  variant smallint,
  body text,
  confirmation_body text,
  -- {name, language, parameters, blanks} of the approved text that the body is; null: free words.
  template jsonb,
  state text not null check (state in
    ('queued', 'asked', 'sending', 'sent', 'delivered', 'read', 'failed', 'skipped')),
  -- Why it is skipped, or the code of what failed.
  reason text,
  -- The recipient had talked with the campaign's connection when it was taken over: writing to it begins no conversation.
  known boolean not null default false,
  -- Whose turn is next: whose sending has begun, who has said yes, who is known, the others, who may have to wait.
  rank smallint not null generated always as (
    case when state = 'sending' then 0 when confirmed_at is not null then 1 when known then 2 else 3 end) stored,
  attempts int not null default 0,
  -- What follows it, drawn when its turn came, in units of the pace.
  pause double precision,
  -- That its turn has come to; null: it has not.
  connection_id bigint,
  confirmation_requested_at timestamptz,
  confirmed_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  answered_at timestamptz,
  -- Its answer was the wish to be left alone.
  opted_out_at timestamptz,
  -- The ticket that the answer went to.
  ticket_id bigint,
  primary key (company_id, id),
  unique (company_id, campaign_id, number),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete set null (ticket_id)
);
call protect_tenant_table('campaign_recipients');
create index campaign_recipients_next on campaign_recipients (company_id, campaign_id, rank, id)
  where state in ('queued', 'sending');
create index campaign_recipients_asked on campaign_recipients (company_id, campaign_id, confirmation_requested_at)
  where state = 'asked';
create index campaign_recipients_list on campaign_recipients (company_id, campaign_id, id);
create index campaign_recipients_of_number on campaign_recipients (company_id, number) where connection_id is not null;
create index campaign_recipients_by_connection on campaign_recipients (company_id, connection_id, id)
  where connection_id is not null;
create index campaign_recipients_by_template on campaign_recipients (company_id, connection_id, sent_at)
  where template is not null and sent_at is not null;
create index campaign_recipients_of_ticket on campaign_recipients (company_id, ticket_id) where ticket_id is not null;

-- What left for a recipient, or is about to.
create table campaign_sends (
  company_id bigint not null references companies (id) on delete cascade,
  recipient_id bigint not null,
  -- 0 the question, 1 the text; above it the files of the list, by their ids: what is left out or comes later changes none.
  part bigint not null,
  connection_id bigint not null,
  -- Chosen before it leaves: whatever happens, it goes out under this id or not at all.
  wa_id text not null,
  payload bytea not null,
  body text not null,
  media_type text not null,
  media_id uuid,
  state text not null default 'sending' check (state in ('sending', 'sent')),
  ack smallint not null default 1,
  -- When it was handed to the messenger, which may be noted as taken much later: its moment in a conversation.
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  played_at timestamptz,
  -- It stands in a conversation as this message.
  message_id uuid,
  primary key (company_id, recipient_id, part),
  foreign key (company_id, recipient_id) references campaign_recipients (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id),
  foreign key (company_id, media_id) references media (company_id, id)
);
call protect_tenant_table('campaign_sends');
create unique index campaign_sends_by_wa_id on campaign_sends (company_id, connection_id, wa_id);
create index campaign_sends_by_media on campaign_sends (company_id, media_id) where media_id is not null;
create trigger let_go after delete on campaign_sends for each row
  when (old.media_id is not null) execute function let_go_of_media();

-- What a recipient said to the campaign alone: yes, no, leave me alone. Begins no ticket, and stands in the conversation
-- once there is one.
create table campaign_replies (
  company_id bigint not null references companies (id) on delete cascade,
  connection_id bigint not null,
  wa_id text not null,
  recipient_id bigint not null,
  body text not null,
  at timestamptz(3) not null,
  message_id uuid,
  primary key (company_id, connection_id, wa_id),
  foreign key (company_id, recipient_id) references campaign_recipients (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id)
);
call protect_tenant_table('campaign_replies');
create index campaign_replies_of_recipient on campaign_replies (company_id, recipient_id);

-- The pace of a connection over all its campaigns. A row, so that a restart goes on from there.
create table campaign_paces (
  company_id bigint not null references companies (id) on delete cascade,
  connection_id bigint not null,
  -- When the next recipient may have its turn.
  next_at timestamptz not null default now(),
  -- Recipients so far, and how many WhatsApp has refused one after the other.
  turns bigint not null default 0,
  refusals int not null default 0,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('campaign_paces');

-- Two entries of a list may prove to be one person, once WhatsApp has said how it spells them.
create index contact_list_items_whatsapp on contact_list_items (company_id, contact_list_id, whatsapp_number, id)
  where whatsapp_number is not null;
