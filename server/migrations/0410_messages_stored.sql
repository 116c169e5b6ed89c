-- When a message's row was made, as of all other rows of the feed: an entry of the log with the same instant made it.
-- `created_at` is its place in the conversation, which may be older.
alter table messages add column stored_at timestamptz not null default now();
