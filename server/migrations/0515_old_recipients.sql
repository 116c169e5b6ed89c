-- What campaigns sent, and to whom, has an age too. Another campaign may have to spare whom one reached within a year.
alter table retention_rules drop constraint retention_rules_kind_check;
alter table retention_rules add constraint retention_rules_kind_check
  check (kind in ('tickets', 'notes', 'files', 'chats', 'campaigns', 'audit', 'deliveries', 'calls'));
alter table retention_rules drop constraint retention_rules_check;
alter table retention_rules add constraint retention_rules_check check (
  months between 1 and 240 and (kind <> 'audit' or months >= 6) and (kind <> 'campaigns' or months >= 12));

-- Nobody is named among its recipients any more: they are there for the figures.
alter table campaigns add column is_nameless boolean not null default false;
create index campaigns_by_age on campaigns (company_id, completed_at, id)
  where status = 'FINALIZADA' and not is_nameless;
