-- What the server answered last to calls whose answers are shown again while it cannot be reached. `target` is the call
-- and what it is about, `query` what was asked of it.
create table kept_answer (
  target text not null,
  query text not null,
  answer text not null,
  kept_at text not null,
  primary key (target, query)
);
