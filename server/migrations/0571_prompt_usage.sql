-- What each prompt has done in a month of the company's calendar. No key leads to prompts: a turn that is counted must not
-- wait for the deletion of its prompt, which waits for the ticket.
create table prompt_usage (
  company_id bigint not null references companies (id) on delete cascade,
  prompt_id bigint not null,
  month date not null,
  answers int not null default 0,
  hand_overs int not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  primary key (company_id, prompt_id, month)
);
call protect_tenant_table('prompt_usage');
