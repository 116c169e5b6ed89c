-- What programs do with their tokens: how fast they call, and what they have called.

-- Keys of a company: what a program that has one may do, and how people call it.
create table api_keys (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  key_hash bytea not null,
  -- `read` or `write` by area (shared, domain/api-keys.ts).
  scopes jsonb not null,
  -- Null: until somebody revokes it.
  expires_at timestamptz,
  -- Exact to a minute.
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('api_keys');
create unique index api_keys_by_hash on api_keys (key_hash);
create unique index api_keys_name on api_keys (company_id, plain(name));

-- When all calls of a token are free again; each call puts it off.
create table token_rates (
  company_id bigint not null references companies (id) on delete cascade,
  token_class text not null,
  -- Among the tokens of its class.
  token_id bigint not null,
  full_at timestamptz not null,
  primary key (company_id, token_class, token_id)
);
call protect_tenant_table('token_rates');

-- The last calls of each token, for the people of its company.
create table token_calls (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  token_class text not null,
  token_id bigint not null,
  method text not null,
  -- As the contract says it: without ids.
  route text not null,
  status int not null,
  error_code text,
  duration_ms int not null,
  at timestamptz not null,
  primary key (company_id, id)
);
call protect_tenant_table('token_calls');
create index token_calls_of_token on token_calls (company_id, token_class, token_id, id);
create index token_calls_by_time on token_calls (at);
