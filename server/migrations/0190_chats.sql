-- Chats among colleagues. Only members see one, so that who comes or goes changes the view of it and none of its messages.

create table chats (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  -- Empty in a chat of two.
  title text not null,
  -- Who may change and delete it.
  owner_id bigint,
  -- Of a chat of two: the ids of both, the smaller one first. There is one for each pair, and no other.
  pair text,
  -- Its messages are numbered without holes, under the lock of this row.
  last_number int not null default 0,
  last_message text not null default '',
  last_sender_id bigint,
  -- When something was last said; until then, when it was made.
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- One of each member.
  scopes text[] not null default '{}',
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users (company_id, id) on delete set null (owner_id),
  foreign key (company_id, last_sender_id) references users (company_id, id) on delete set null (last_sender_id)
);
call protect_tenant_table('chats');
create unique index chats_uuid on chats (company_id, uuid);
create unique index chats_pair on chats (company_id, pair) where pair is not null;
create index chats_by_owner on chats (company_id, owner_id);
create index chats_by_last_sender on chats (company_id, last_sender_id);

create table chat_members (
  company_id bigint not null references companies (id) on delete cascade,
  chat_id bigint not null,
  user_id bigint not null,
  -- What others have said since this person looked, and up to which number that was.
  unreads int not null default 0,
  read_number int not null default 0,
  joined_at timestamptz not null default now(),
  primary key (company_id, chat_id, user_id),
  foreign key (company_id, chat_id) references chats (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('chat_members');
create index chat_members_by_user on chat_members (company_id, user_id, chat_id);

create table chat_messages (
  company_id bigint not null references companies (id) on delete cascade,
  -- Made by the console: whatever is repeated, there is one.
  id uuid not null,
  chat_id bigint not null,
  number int not null,
  -- Null when the person is gone.
  sender_id bigint,
  body text not null,
  media_type text not null,
  media_id uuid,
  -- The conversation with a customer that it shows, or one message of it.
  card jsonb,
  mentions jsonb not null default '[]',
  -- One of each person: who, his name then, and the emoji.
  reactions jsonb not null default '[]',
  is_edited boolean not null default false,
  is_deleted boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, chat_id, number),
  foreign key (company_id, chat_id) references chats (company_id, id) on delete cascade,
  foreign key (company_id, sender_id) references users (company_id, id) on delete set null (sender_id),
  foreign key (company_id, media_id) references media (company_id, id)
);
call protect_tenant_table('chat_messages');
create index chat_messages_by_sender on chat_messages (company_id, sender_id);
create index chat_messages_by_media on chat_messages (company_id, media_id) where media_id is not null;
create trigger let_go after delete on chat_messages for each row
  when (old.media_id is not null) execute function let_go_of_media();
create trigger let_go_for_another after update of media_id on chat_messages for each row
  when (old.media_id is distinct from new.media_id and old.media_id is not null)
  execute function let_go_of_media();

-- Who sees it are its members. One that nobody is left in goes; an owner who goes is followed by whoever has been there
-- longest.
create function chats_follow_members() returns trigger language plpgsql as $$
begin
  delete from chats c using (select distinct company_id, chat_id from changed) as touched
  where c.company_id = touched.company_id and c.id = touched.chat_id
    and not exists (select from chat_members m where m.company_id = c.company_id and m.chat_id = c.id);
  update chats c set
    scopes = array(
      select 'u:' || m.user_id from chat_members m
      where m.company_id = c.company_id and m.chat_id = c.id order by m.user_id),
    owner_id = (
      select m.user_id from chat_members m where m.company_id = c.company_id and m.chat_id = c.id
      order by m.user_id <> coalesce(c.owner_id, 0), m.joined_at, m.user_id limit 1)
  from (select distinct company_id, chat_id from changed) as touched
  where c.company_id = touched.company_id and c.id = touched.chat_id;
  return null;
end $$;
create trigger members_come after insert on chat_members referencing new table as changed
  for each statement execute function chats_follow_members();
create trigger members_go after delete on chat_members referencing old table as changed
  for each statement execute function chats_follow_members();

create function feed_chats() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'chat', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'chat', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'chat', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on chats
  deferrable initially deferred for each row execute function feed_chats();

-- That somebody has read. Unread messages only grow by a message, which changes the chat itself.
create function feed_chat_members() returns trigger language plpgsql as $$
begin
  perform feed_write(new.company_id, 'chat', c.id::text, 'put', c.scopes)
  from chats c where c.company_id = new.company_id and c.id = new.chat_id;
  return null;
end $$;
create constraint trigger feed after update on chat_members
  deferrable initially deferred for each row when (old.read_number <> new.read_number)
  execute function feed_chat_members();

-- Those of a chat that goes go with it: its own entry says so.
create function feed_chat_messages() returns trigger language plpgsql as $$
declare
  changed chat_messages := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'chatMessage', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, c.scopes)
  from chats c where c.company_id = changed.company_id and c.id = changed.chat_id;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on chat_messages
  deferrable initially deferred for each row execute function feed_chat_messages();

-- Colleagues are named in chats as in notes.
alter table mentions
  alter column message_id drop not null,
  alter column ticket_id drop not null,
  add column chat_message_id uuid,
  add column chat_id bigint,
  drop constraint mentions_source_check,
  add constraint mentions_source_check check (
    source = 'note' and message_id is not null and ticket_id is not null and chat_message_id is null and chat_id is null
    or source = 'chat' and message_id is null and ticket_id is null and chat_message_id is not null
      and chat_id is not null),
  add foreign key (company_id, chat_message_id) references chat_messages (company_id, id) on delete cascade,
  add foreign key (company_id, chat_id) references chats (company_id, id) on delete cascade;
create unique index mentions_of_chat_message on mentions (company_id, chat_message_id, user_id);
create index mentions_of_chat on mentions (company_id, chat_id, user_id);

-- Whoever leaves a chat sees no mention in it any more; whoever comes back does.
create function sight_of_chat_mentions() returns trigger language plpgsql as $$
begin
  update mentions set chat_id = chat_id where company_id = new.company_id and chat_id = new.id;
  return null;
end $$;
create trigger mentions_in_sight after update on chats for each row
  when (old.scopes <> new.scopes) execute function sight_of_chat_mentions();
