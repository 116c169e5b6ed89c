-- What the feed brought. Everything here can be fetched again: a cache of another shape is thrown away, not converted.
-- `gen` is the bootstrap that mentioned the row last; `row` is the whole row as JSON, the columns before it are what
-- lists sort and filter by. Times are milliseconds, so that their order does not depend on how an instant is written.
create table sync_state (
  id integer primary key check (id = 1),
  -- STORE_SCHEMA of the program that fills this cache.
  schema int not null,
  gen int not null default 0,
  -- Null until the first bootstrap has ended.
  epoch text,
  seq int,
  view_version int,
  -- The last command of this client whose effects are in the rows.
  client_id text,
  acked int not null default 0,
  -- Rows that were deleted: the indexes of words hold what they said until their parts are merged (store/deleted-text-purge.ts).
  stale_words int not null default 0
);

-- Commands that the last batch refused. The queue is in another file, which commits later: after a crash between the
-- two this says what became of them.
create table refusal (
  seq integer primary key,
  code text not null
);

-- The tables of entities without such columns are made by the program (store/entity-tables.ts).
create table schedule (
  id text primary key,
  gen int not null,
  contact_id int not null,
  send_at int not null,
  -- 1: it has not been sent, and has not failed.
  waits int not null,
  search text not null,
  row text not null
);
create index schedule_list on schedule (waits, send_at, id);
create index schedule_of_contact on schedule (contact_id);

create table contact (
  id integer primary key,
  gen int not null,
  search text not null,
  person_id text,
  row text not null
);
create index contact_of_person on contact (person_id) where person_id is not null;

-- Any part of a name, a number or a last message from three characters on, as `search` has them: without accents, in lower
-- case.
create virtual table contact_letters using fts5 (
  search, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
create trigger contact_named after insert on contact begin
  insert into contact_letters (rowid, search) values (new.id, new.search);
end;
create trigger contact_renamed after update on contact when old.search is not new.search begin
  delete from contact_letters where rowid = old.id;
  insert into contact_letters (rowid, search) values (new.id, new.search);
end;
create trigger contact_gone after delete on contact begin
  delete from contact_letters where rowid = old.id;
  update sync_state set stale_words = stale_words + 1;
end;

create table ticket (
  id integer primary key,
  gen int not null,
  uuid text not null,
  status text not null,
  last_message_at int not null,
  -- Above 0 also when somebody has marked it as unread.
  unread int not null,
  -- Put off until then.
  snoozed_until int,
  -- 1: a bot talks with the customer, who waits for nobody yet.
  chatbot int not null,
  -- Since when the customer waits; where nobody waits, later than any of those.
  since int not null,
  user_id int,
  queue_id int,
  connection_id int not null,
  -- A JSON list.
  tag_ids text not null,
  contact_id int not null,
  search text not null,
  row text not null
);
create index ticket_list on ticket (status, last_message_at, id);
create index ticket_newest on ticket (last_message_at, id);
create index ticket_waiting on ticket (status, since, id);
create index ticket_by_uuid on ticket (uuid);
create index ticket_unread on ticket (status) where unread > 0;
create index ticket_snoozed on ticket (snoozed_until, id) where snoozed_until is not null;
create index ticket_with_bot on ticket (status, last_message_at, id) where chatbot = 1;
create index ticket_of_contact on ticket (contact_id);

create virtual table ticket_letters using fts5 (
  search, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
create trigger ticket_said after insert on ticket begin
  insert into ticket_letters (rowid, search) values (new.id, new.search);
end;
create trigger ticket_said_anew after update on ticket when old.search is not new.search begin
  delete from ticket_letters where rowid = old.id;
  insert into ticket_letters (rowid, search) values (new.id, new.search);
end;
create trigger ticket_gone after delete on ticket begin
  delete from ticket_letters where rowid = old.id;
  update sync_state set stale_words = stale_words + 1;
end;

create table message (
  -- In the order of time: 1024 numbers for each second (store/message-number.ts), so that the index of words is walked
  -- from the newest on and a span of days is a span of numbers.
  n integer primary key,
  id text not null unique,
  gen int not null,
  ticket_id int not null,
  contact_id int not null,
  created_at int not null,
  row text not null,
  -- What it is found by: its words, its kind, its ticket and who said it, the last three behind letters of Unicode's private area that
  -- nobody types. Null: not at all.
  words text generated always as (
    iif(json_extract(row, '$.mediaType') = 'event' or json_extract(row, '$.isDeleted'), null,
      json_extract(row, '$.body') || ' ' || char(0xE000) || json_extract(row, '$.mediaType')
        || ' ' || char(0xE001) || ticket_id || ' ' || char(0xE002) || json_extract(row, '$.origin'))
  ) virtual
);
create index message_page on message (contact_id, created_at, id);
create index message_of_ticket on message (ticket_id);
-- Small beside the rows: which ticket a found word belongs to.
create index message_facts on message (n, ticket_id);

-- Contacts whose messages are here without a hole from the oldest key up to now. `complete`: nothing is older.
create table contact_history (
  contact_id integer primary key,
  oldest_at int,
  oldest_id text,
  complete int not null
);

-- What was said, by words, whatever their accents. The texts themselves stand in `message` alone.
create virtual table message_words using fts5 (
  body, content = '', contentless_delete = 1, detail = 'none', prefix = '2 3',
  tokenize = "unicode61 remove_diacritics 2"
);
create trigger message_said after insert on message when new.words is not null begin
  insert into message_words (rowid, body) values (new.n, new.words);
end;
create trigger message_said_anew after update on message when old.words is not new.words begin
  delete from message_words where rowid = old.n;
  update sync_state set stale_words = stale_words + 1;
  insert into message_words (rowid, body) select new.n, new.words where new.words is not null;
end;
create trigger message_gone after delete on message begin
  delete from message_words where rowid = old.n;
  update sync_state set stale_words = stale_words + 1;
end;
