-- Schedules and campaigns that a restore has stopped, until a person decides; empty at most times, and asked for by every
-- look at the health of the installation, as messages are.
create index schedules_held on schedules (company_id, due_at)
  where status = 'ERRO' and error_code = 'ERR_SEND_RESTORED';
create index campaigns_held on campaigns (company_id) where paused_reason = 'restored';
