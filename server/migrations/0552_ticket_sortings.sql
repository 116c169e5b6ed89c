-- What a rule lets the AI tag, with the id of its call: once for each time that the customer has said something.
create table ticket_sortings (
  company_id bigint not null,
  ticket_id bigint not null,
  automation_id bigint not null,
  call_id uuid not null,
  -- Into the queue that the AI chooses, too.
  moves boolean not null,
  at timestamptz not null,
  primary key (company_id, ticket_id, automation_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, automation_id) references automations (company_id, id) on delete cascade
);
call protect_tenant_table('ticket_sortings');
create unique index ticket_sortings_call on ticket_sortings (company_id, call_id);
create index ticket_sortings_automation on ticket_sortings (company_id, automation_id);
