-- A new password ends the sessions that the old one began.
alter table sessions drop constraint sessions_ended_by_check;
alter table sessions add constraint sessions_ended_by_check
  check (ended_by in ('logout', 'taken_over', 'reuse', 'expired', 'revoked', 'password'));

-- When the link went out by mail: the operator need not make one.
alter table password_resets add column mailed_at timestamptz;
