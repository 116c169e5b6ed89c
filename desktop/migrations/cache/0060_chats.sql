-- Chats among colleagues. Of each the newest messages are here, without a hole: a chat's numbers say whether that is so.
create table chat (
  id integer primary key,
  gen int not null,
  uuid text not null,
  updated_at int not null,
  row text not null
);
create index chat_list on chat (updated_at desc, id desc);
create index chat_uuid on chat (uuid);

create table chatMessage (
  id text primary key,
  gen int not null,
  chat_id int not null,
  number int not null,
  search text not null,
  row text not null
);
create index chat_message_of_chat on chatMessage (chat_id, number);
