-- The due date is reckoned in the company's timezone with every question about a session, of everybody at once: a name
-- that this database does not know would fail them all, so it refuses to be stored.
alter table companies add constraint companies_timezone
  check (timezone(timezone, timestamptz 'epoch') is not null);

-- The operator's company has a number that rules know. A set-up that failed has used one up, so the next begins anew.
grant update on sequence companies_id_seq to balcao_system;
