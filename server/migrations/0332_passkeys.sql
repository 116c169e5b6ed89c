-- Keys with which people sign in without a password (WebAuthn). The server knows their public halves alone.
create table passkeys (
  company_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  -- As its browser calls it, in base64url.
  credential_id text not null,
  public_key bytea not null,
  -- Of its signatures, where it counts them: one that goes back is a copy.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (company_id, id),
  unique (company_id, credential_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('passkeys');
create index passkeys_by_user on passkeys (company_id, user_id, created_at);

-- Links to the page on which a browser makes a key.
create table passkey_links (
  company_id bigint not null,
  hash bytea not null,
  user_id bigint not null,
  -- What the browser has to sign.
  challenge text not null,
  expires_at timestamptz not null,
  primary key (company_id, hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('passkey_links');
create index passkey_links_by_user on passkey_links (company_id, user_id);
create index passkey_links_by_end on passkey_links (expires_at);

-- What a page has proven of a person, until the console that has sent them there fetches its session.
create table sign_in_codes (
  company_id bigint not null,
  hash bytea not null,
  user_id bigint not null,
  -- The hash of the word that only this console knows.
  challenge text not null,
  expires_at timestamptz not null,
  primary key (company_id, hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('sign_in_codes');
create index sign_in_codes_by_user on sign_in_codes (company_id, user_id);
create index sign_in_codes_by_end on sign_in_codes (expires_at);

-- Signed in with a key that has asked for its person's finger, face or PIN: a second factor would be a third.
alter table sessions add column strong boolean not null default false;
