-- The server's word that its log has been at `seq`.
alter table sync_state add column proof text;
