-- What was unsent in a database that was brought back, until a person decides; empty at most times, and asked for by every
-- look at the health of the installation.
create index messages_held on messages (company_id, connection_id, created_at)
  where state = 'failed' and error_code = 'ERR_SEND_RESTORED' and not is_deleted;

-- Begun, and not all is held yet: whoever starts next does the rest. Programs of the version before write a row when all is.
alter table restores add column under_way boolean not null default false;
grant update on restores to balcao_system;
