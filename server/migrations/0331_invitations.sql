-- People who were invited and have not come yet: nobody knows a password of theirs.
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

-- They have come when they have a password, whoever gave it.
create function has_joined() returns trigger language plpgsql as $$
begin
  delete from invitations where company_id = new.company_id and user_id = new.id;
  return null;
end $$;
create trigger has_joined after update of password_hash on users for each row
  when (old.password_hash <> new.password_hash) execute function has_joined();
