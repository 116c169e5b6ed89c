-- How companies are reminded of what they owe.

create table reminder_settings (
  id int primary key default 1 check (id = 1),
  -- Days before the due date (0: the day itself) and after it.
  before int[] not null default '{5,1}',
  after int[] not null default '{5,1}',
  -- What the operator says instead of the defaults, by language and kind.
  texts jsonb not null default '{}'
);
grant select, insert, update on reminder_settings to balcao_system;

-- Which reminders of an invoice were mailed: one for each step, however many servers look.
create table invoice_reminders (
  company_id bigint not null references companies (id) on delete cascade,
  invoice_id bigint not null,
  -- Days past the due date; negative before it.
  step int not null,
  -- Somebody is about to send it, or has died over it. Null: sending it has failed.
  claimed_at timestamptz,
  sent_at timestamptz,
  primary key (company_id, invoice_id, step),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
call protect_tenant_table('invoice_reminders');
revoke insert, update, delete on invoice_reminders from balcao_app;

-- Which invoices are near their due date.
create index invoices_open on invoices (due_date) where status = 'open';
