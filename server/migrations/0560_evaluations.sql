-- A text for an AI is tried on questions of customers before customers are answered by it, and people judge the answers.
create table evaluations (
  company_id bigint not null references companies (id) on delete cascade,
  -- In the order in which they began.
  id uuid not null,
  prompt_id bigint not null,
  user_id bigint,
  at timestamptz not null,
  -- The prompt's words then, and those that are tried against them.
  today text not null,
  changed text,
  primary key (company_id, id),
  foreign key (company_id, prompt_id) references prompts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
call protect_tenant_table('evaluations');
create index evaluations_prompt on evaluations (company_id, prompt_id);
create index evaluations_user on evaluations (company_id, user_id);
create index evaluations_at on evaluations (at);

create table evaluation_questions (
  company_id bigint not null,
  -- In the order in which they are asked.
  id uuid not null,
  evaluation_id uuid not null,
  -- The customer's first one that asks; none where the question stood in a file.
  message_id uuid,
  -- When a person answered: the AI is told what was said before.
  until timestamptz,
  question text not null,
  written text not null,
  primary key (company_id, id),
  foreign key (company_id, evaluation_id) references evaluations (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('evaluation_questions');
create index evaluation_questions_of on evaluation_questions (company_id, evaluation_id, id);
create index evaluation_questions_message on evaluation_questions (company_id, message_id);

create table evaluation_answers (
  company_id bigint not null,
  -- That of the call that asks for it.
  id uuid not null,
  question_id uuid not null,
  variant text not null check (variant in ('today', 'changed')),
  outcome text not null default 'waiting',
  text text not null default '',
  articles jsonb not null default '[]',
  good boolean,
  primary key (company_id, id),
  unique (company_id, question_id, variant),
  foreign key (company_id, question_id) references evaluation_questions (company_id, id) on delete cascade
);
call protect_tenant_table('evaluation_answers');
