-- What an AI was asked about conversations and what it said, where the company's option `aiRequestDays` has it kept.
create table ai_requests (
  company_id bigint not null,
  -- In the order in which they ended.
  id uuid not null,
  ticket_id bigint not null,
  at timestamptz not null,
  purpose text not null,
  model text not null,
  prompt_tokens int not null,
  completion_tokens int not null,
  ending text not null,
  -- The words.
  sealed bytea not null,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
call protect_tenant_table('ai_requests');
create index ai_requests_ticket on ai_requests (company_id, ticket_id);
create index ai_requests_at on ai_requests (company_id, at);

-- What an erasure before this had counted.
update erasures set counts = '{"aiRequests": 0}' || counts where counts is not null;
