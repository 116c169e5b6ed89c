-- People who were invited and have not come yet: nobody knows a password of theirs. The row goes when they choose one, or
-- when an admin gives them one.
create table invitations (
  company_id bigint not null,
  user_id bigint not null,
  invited_at timestamptz not null,
  -- Of the link; null: it was withdrawn.
  hash bytea,
  expires_at timestamptz,
  mailed_at timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  check ((hash is null) = (expires_at is null))
);
call protect_tenant_table('invitations');
create unique index invitations_by_hash on invitations (company_id, hash);
