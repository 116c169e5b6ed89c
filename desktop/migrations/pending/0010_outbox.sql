-- What exists on this computer only. This file is never thrown away.
create table client (
  id integer primary key check (id = 1),
  client_id text not null,
  next_seq int not null
);

-- The commands that wait for the server, in the order of `position`. A command gets its `seq` when it is first sent, so
-- that one which is refused before that leaves no hole. `rejected` are messages that the agent may send again;
-- `unreadable` are commands that this version of the program does not understand.
create table outbox (
  position integer primary key autoincrement,
  seq int unique,
  name text not null,
  args text not null,
  at text not null,
  ticket_id int,
  message_id text,
  file text,
  needs_upload text,
  state text not null default 'queued' check (state in ('queued', 'rejected', 'unreadable')),
  code text
);

create table draft (
  ticket_id integer primary key,
  body text not null
);
