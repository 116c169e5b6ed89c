-- Why a rule has said nothing to a ticket's customer: the conversation tells each reason once, not with every message.
create table automation_silences (
  company_id bigint not null,
  automation_id bigint not null,
  ticket_id bigint not null,
  -- A code of the catalogue.
  reason text not null,
  primary key (company_id, automation_id, ticket_id, reason),
  foreign key (company_id, automation_id) references automations (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
call protect_tenant_table('automation_silences');
create index automation_silences_of_ticket on automation_silences (company_id, ticket_id);
