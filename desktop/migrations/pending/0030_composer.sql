-- A draft is more than its text; a held command waits for its instant (ms) before it may be sent; habits are a person's own.
alter table draft add column note text not null default '';
alter table draft add column mode text not null default 'message';
alter table draft add column quoted_id text;
-- JSON: [{mediaId, caption}]
alter table draft add column files text not null default '[]';

alter table outbox add column hold_until int;

create table habits (
  id integer primary key check (id = 1),
  -- JSON; a value that does not fit any more falls back by itself.
  habits text not null
);
