-- Where colleagues have named this person.
create table mention (
  id text primary key,
  gen int not null,
  message_id text not null,
  created_at int not null,
  -- 1: it has not been read.
  unread int not null,
  row text not null
);
create index mention_list on mention (created_at desc, id desc);
