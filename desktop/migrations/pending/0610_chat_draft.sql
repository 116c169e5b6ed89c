-- What a person has begun to write in a chat and has not sent.
create table chat_draft (
  chat_id integer primary key,
  body text not null,
  -- JSON: [mediaId]
  files text not null
);
