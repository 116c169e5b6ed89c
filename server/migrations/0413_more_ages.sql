-- Logs of what was told outside and of programs' calls are kept for some days, or for as long as a company says.
alter table retention_rules drop constraint retention_rules_kind_check;
alter table retention_rules add constraint retention_rules_kind_check
  check (kind in ('tickets', 'notes', 'files', 'chats', 'audit', 'deliveries', 'calls'));
drop index deliveries_by_time;
create index deliveries_by_age on deliveries (company_id, created_at, id);
drop index token_calls_by_time;
create index token_calls_by_age on token_calls (company_id, at, id);

-- What the company's rows take in the database, about: rows by the average of their table. Null: of before this was noted.
alter table retention_nights add column rows_before bigint;
alter table retention_nights add column rows_after bigint;
