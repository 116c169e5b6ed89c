-- Colleagues who are named in a note: what the inbox of the one who is meant shows. The note itself keeps whom it names
-- (messages.mentions), so that it stays readable when this row has gone.

create table mentions (
  company_id bigint not null references companies (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  source text not null check (source in ('note')),
  message_id uuid not null,
  -- That of the message.
  ticket_id bigint not null,
  user_id bigint not null,
  -- As of the message.
  created_at timestamptz(3) not null,
  read_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('mentions');
-- However often a note names somebody, and however often it arrives.
create unique index mentions_of_message on mentions (company_id, message_id, user_id);
create index mentions_inbox on mentions (company_id, user_id, created_at desc, id desc);
create index mentions_of_ticket on mentions (company_id, ticket_id);
create index mentions_age on mentions (created_at);

-- Only the one who is meant hears of it. Whether the ticket may still be seen, the row itself decides.
create function feed_mentions() returns trigger language plpgsql as $$
declare
  changed mentions := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'mention', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['u:' || changed.user_id]);
  return null;
end $$;
create constraint trigger feed after insert or update or delete on mentions
  deferrable initially deferred for each row execute function feed_mentions();

-- A ticket that goes where somebody does not see it takes the mention along, and brings it back.
create function sight_of_mentions() returns trigger language plpgsql as $$
begin
  update mentions set ticket_id = ticket_id where company_id = new.company_id and ticket_id = new.id;
  return null;
end $$;
create trigger mentions_in_sight after update on tickets for each row
  when (old.scopes <> new.scopes) execute function sight_of_mentions();

-- Conversations and contacts are joined.
create function mentions_follow_message() returns trigger language plpgsql as $$
begin
  update mentions set ticket_id = new.ticket_id where company_id = new.company_id and message_id = new.id;
  return null;
end $$;
create trigger mentions_follow after update of ticket_id, contact_id on messages for each row
  when (new.media_type = 'note' and (old.ticket_id <> new.ticket_id or old.contact_id <> new.contact_id))
  execute function mentions_follow_message();
