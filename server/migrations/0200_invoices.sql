-- What companies owe the operator, and how they pay it. Only the system writes here: no request of a company can make
-- itself paid, whatever a route forgets.

create table invoices (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  -- The plan's name, and what it offered, as they were when the invoice was made.
  detail text not null,
  users int not null,
  connections int not null,
  queues int not null,
  -- Cents for all its months.
  value int not null check (value > 0),
  currency text not null default 'BRL' check (currency ~ '^[A-Z]{3}$'),
  months int not null check (months > 0),
  -- The last day that is paid without it.
  due_date date not null,
  status text not null default 'open' check (status in ('open', 'paid', 'canceled')),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check ((status = 'paid') = (paid_at is not null)),
  -- One for each due date, however many servers look and however often.
  unique (company_id, due_date)
);
call protect_tenant_table('invoices');
revoke insert, update, delete on invoices from balcao_app;
-- The operator's list, and an invoice whose company only the operator learns.
create unique index invoices_by_id on invoices (id);
-- Which companies are due.
create index companies_due on companies (due_date) where due_date is not null;

-- Only the company's admins see them.
create function feed_invoices() returns trigger language plpgsql as $$
declare
  changed invoices := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'invoice', changed.id::text,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['b']);
  return null;
end $$;
create constraint trigger feed after insert or update or delete on invoices
  deferrable initially deferred for each row execute function feed_invoices();

-- Each way in which somebody was asked for an invoice's money. One that has expired stays: its money may come late.
create table charges (
  company_id bigint not null references companies (id) on delete cascade,
  -- How the gateway knows it; written before the gateway is asked, so that a lost answer can be asked for again.
  txid text not null,
  invoice_id bigint not null,
  gateway text not null check (gateway in ('static', 'efi')),
  -- Null: the gateway has not answered yet.
  code text,
  -- Null: it stays.
  expires_at timestamptz,
  -- Cents that the gateway says it has. More than the invoice's, or some for one that another charge has paid, is the
  -- operator's to give back.
  paid_cents int not null default 0,
  -- When the gateway is to be asked next what was paid; null: no more.
  look_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, txid),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
call protect_tenant_table('charges');
revoke insert, update, delete on charges from balcao_app;
create index charges_of_invoice on charges (company_id, invoice_id, created_at);
create index charges_to_look_at on charges (look_at) where look_at is not null;
-- Notices of gateways name nothing else.
create unique index charges_by_txid on charges (txid);

-- How the operator is paid: one row, or none while nobody has said anything.
create table payment_settings (
  id int primary key default 1 check (id = 1),
  -- Empty: nobody can pay by a code.
  pix_key text not null default '',
  receiver_name text not null default '',
  receiver_city text not null default '',
  -- Of plans, and of invoices that are made from now on.
  currency text not null default 'BRL' check (currency ~ '^[A-Z]{3}$'),
  -- An invoice is made when its due date is fewer days away.
  invoice_days int not null default 20 check (invoice_days > 0),
  -- Days past the due date that a new company is granted.
  grace_days int not null default 0 check (grace_days >= 0)
);
grant select, insert, update on payment_settings to balcao_system;
-- A plan is shown with its price.
grant select (currency) on payment_settings to balcao_app;

-- Who takes the money: one row, or none while nobody has said anything.
create table payment_gateway (
  id int primary key default 1 check (id = 1),
  gateway text not null default 'static' check (gateway in ('static', 'efi')),
  is_sandbox boolean not null default false,
  account text not null default '',
  client_secret bytea,
  -- The key and the certificate in PEM.
  certificate bytea,
  certificate_until timestamptz,
  -- The Pix key and the address for which the gateway has agreed to tell what is paid; empty: none.
  told text not null default ''
);
grant select, insert, update on payment_gateway to balcao_system;
