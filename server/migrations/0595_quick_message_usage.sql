-- How often each quick message was taken into an answer. Apart from the message itself, whose every change goes to all
-- consoles.
create table quick_message_usage (
  company_id bigint not null,
  quick_message_id bigint not null,
  uses int not null,
  last_used_at timestamptz not null,
  primary key (company_id, quick_message_id),
  foreign key (company_id, quick_message_id) references quick_messages (company_id, id) on delete cascade
);
call protect_tenant_table('quick_message_usage');
