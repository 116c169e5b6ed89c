-- What customers have asked the AI and no article answered, without names and numbers.
create table unanswered_questions (
  company_id bigint not null references companies (id) on delete cascade,
  -- In the order in which they were asked.
  id uuid not null,
  ticket_id bigint not null,
  question text not null,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
call protect_tenant_table('unanswered_questions');
create index unanswered_questions_ticket on unanswered_questions (company_id, ticket_id);
