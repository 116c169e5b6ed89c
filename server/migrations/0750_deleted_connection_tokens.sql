-- The token of a connection that was deleted opens nothing, and may be given to another one. No console shows it, and the
-- feed tells of one company in a transaction (0050), not of all.
alter table connections disable trigger feed;
update connections set api_token_hash = null where deleted_at is not null and api_token_hash is not null;
alter table connections enable trigger feed;
