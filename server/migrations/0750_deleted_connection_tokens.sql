-- The token of a connection that was deleted opens nothing, and may be given to another one.
update connections set api_token_hash = null where deleted_at is not null and api_token_hash is not null;
