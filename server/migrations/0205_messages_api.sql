-- What programs do with their tokens: how fast they call, and what they have called.

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
  path text not null,
  status int not null,
  error_code text,
  duration_ms int not null,
  at timestamptz not null,
  primary key (company_id, id)
);
call protect_tenant_table('token_calls');
create index token_calls_of_token on token_calls (company_id, token_class, token_id, id);
create index token_calls_by_time on token_calls (at);
