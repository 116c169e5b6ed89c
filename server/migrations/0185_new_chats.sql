-- Conversations that we begin: first messages of ours to people with whom a connection had no word before. They are what
-- WhatsApp restricts numbers for, so each is counted, whoever wrote it.

create table connection_new_chats (
  company_id bigint not null,
  connection_id bigint not null,
  -- When the hour begins.
  hour timestamptz not null,
  count int not null,
  primary key (company_id, connection_id, hour),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('connection_new_chats');

-- Whether a connection and a contact have said anything to one another, this message aside.
create function have_talked(company bigint, connection bigint, contact bigint, aside uuid) returns boolean
  language sql stable
  as $$
    select exists (
      select from messages
      where company_id = company and contact_id = contact and connection_id = connection
        and state in ('received', 'sent') and id is distinct from aside)
  $$;

-- Whether a connection's campaigns have said anything to a number, this part for this recipient aside.
create function was_told(company bigint, connection bigint, phone text, aside bigint, aside_part smallint) returns boolean
  language sql stable
  as $$
    select exists (
      select from campaign_recipients r
      join campaign_sends s on s.company_id = r.company_id and s.recipient_id = r.id
      where r.company_id = company and r.number = phone and r.connection_id = connection and s.state = 'sent'
        and (s.recipient_id, s.part) is distinct from (aside, aside_part))
  $$;

-- Whether what is said to a number now is the first word between it and a connection.
create function is_new_chat(company bigint, connection bigint, phone text) returns boolean
  language sql stable
  as $$
    select not was_told(company, connection, phone, null, null) and not exists (
      select from contact_identities n
      where n.company_id = company and n.kind = 'phone' and n.value = phone
        and have_talked(company, connection, n.contact_id, null))
  $$;

create function add_new_chat(company bigint, connection bigint) returns void language sql as $$
  insert into connection_new_chats as n (company_id, connection_id, hour, count)
  values (company, connection, date_trunc('hour', now(), 'UTC'), 1)
  on conflict (company_id, connection_id, hour) do update set count = n.count + 1
$$;

-- Counted where a row becomes `sent`, which happens once: by the answer to its sending, or by a tick that came before.
create function count_new_chat() returns trigger language plpgsql as $$
begin
  -- Most are answers, for which this is all.
  if have_talked(new.company_id, new.connection_id, new.contact_id, new.id)
    or exists (
      select from contacts where company_id = new.company_id and id = new.contact_id and is_group)
    or exists (
      select from contact_identities n
      where n.company_id = new.company_id and n.contact_id = new.contact_id and n.kind = 'phone'
        and was_told(new.company_id, new.connection_id, n.value, null, null))
  then
    return null;
  end if;
  perform add_new_chat(new.company_id, new.connection_id);
  return null;
end $$;
create trigger new_chat after update of state on messages for each row
  when (new.state = 'sent' and old.state <> 'sent' and new.from_me) execute function count_new_chat();

create function count_new_chat_of_campaign() returns trigger language plpgsql as $$
declare
  phone text;
begin
  select number into phone from campaign_recipients where company_id = new.company_id and id = new.recipient_id;
  if was_told(new.company_id, new.connection_id, phone, new.recipient_id, new.part)
    or exists (
      select from contact_identities n
      where n.company_id = new.company_id and n.kind = 'phone' and n.value = phone
        and have_talked(new.company_id, new.connection_id, n.contact_id, null))
  then
    return null;
  end if;
  perform add_new_chat(new.company_id, new.connection_id);
  return null;
end $$;
create trigger new_chat after update of state on campaign_sends for each row
  when (new.state = 'sent' and old.state <> 'sent') execute function count_new_chat_of_campaign();

-- What WhatsApp refused lately.
create index messages_failed on messages (company_id, connection_id, created_at) where state = 'failed';
