-- Where the people of a company prove themselves by OpenID Connect, if it wants that.
create table oidc_providers (
  company_id bigint primary key references companies (id) on delete cascade,
  enabled boolean not null,
  issuer text not null,
  client_id text not null,
  -- Sealed; null: the provider asks for none.
  client_secret bytea,
  -- It asks for a second step itself.
  proves_second_factor boolean not null,
  -- E-mails of these alone; empty: of any.
  domains text[] not null,
  -- The claim whose values name the profile.
  claim text not null,
  admins text[] not null,
  supervisors text[] not null,
  users text[] not null
);
call protect_tenant_table('oidc_providers');
-- Whether any company signs in like that, asked by everybody who is about to.
create index oidc_providers_enabled on oidc_providers (company_id) where enabled;

-- People who are at the provider's page.
create table oidc_attempts (
  company_id bigint not null references companies (id) on delete cascade,
  -- Of the state that the provider gives back.
  hash bytea not null,
  -- Whom they were sent to: nobody else answers for them.
  issuer text not null,
  client_id text not null,
  nonce text not null,
  verifier text not null,
  -- The console that waits: the hash of its word, its port on the person's computer, and how it knows the answer.
  challenge text not null,
  port integer not null,
  console_state text not null,
  expires_at timestamptz not null,
  primary key (company_id, hash)
);
call protect_tenant_table('oidc_attempts');
create index oidc_attempts_by_end on oidc_attempts (expires_at);

-- How people have signed in. Null: it was not asked yet.
alter table sessions add column way text check (way in ('password', 'passkey', 'company'));
-- A server of the version before knows pages for passkeys alone, which are worth a second factor.
alter table sign_in_codes add column way text not null default 'passkey' check (way in ('passkey', 'company'));
alter table sign_in_codes add column strong boolean not null default true;
