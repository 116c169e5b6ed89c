-- From where people sign in, as their console and the network say. Empty: nothing was said, or it was not asked yet.
alter table sessions
  add column device text not null default '',
  add column system text not null default '',
  add column program text not null default '',
  add column address text not null default '',
  -- The last renewal of its tokens; null: none yet.
  add column used_at timestamptz;

alter table sessions drop constraint sessions_ended_by_check;
alter table sessions add constraint sessions_ended_by_check
  check (ended_by in ('logout', 'taken_over', 'admin', 'reuse', 'expired', 'revoked', 'password'));

create index sessions_by_user on sessions (company_id, user_id, created_at desc);
