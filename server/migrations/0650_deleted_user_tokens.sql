-- Refresh tokens of people who were deleted, until they would have expired: a console that shows one learns that nobody will
-- come back, and removes what was written and not sent.
create table deleted_user_tokens (
  company_id bigint not null references companies (id) on delete cascade,
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (company_id, hash),
  unique (hash)
);
call protect_tenant_table('deleted_user_tokens');
create index deleted_user_tokens_by_end on deleted_user_tokens (expires_at);
