-- How often somebody tried a secret that people type, for each account and each network: several processes count
-- together. A row is forgotten an hour after its last attempt.
create table attempts (
  -- The kind of secret with the account or network, hashed: people type addresses that are none of ours.
  key text primary key,
  count int not null,
  last_at timestamptz not null
);
grant select, insert, update, delete on attempts to balcao_system;
create index attempts_age on attempts (last_at);
