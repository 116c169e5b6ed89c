-- Reports read what happened between two days, whatever part of the work it belongs to.

create index ticket_tracking_by_answer on ticket_tracking (company_id, answered_at) where answered_at is not null;
create index ticket_tracking_by_end on ticket_tracking (company_id, finished_at) where finished_at is not null;
create index deadlines_by_decision on deadlines (company_id, decided_at) where decided_at is not null;

-- Who gets a report by mail, of which periods.
create table report_subscriptions (
  company_id bigint not null,
  user_id bigint not null,
  period text not null check (period in ('week', 'month')),
  language text not null check (language in ('pt', 'en', 'es')),
  -- Nothing is mailed that was due before.
  since timestamptz not null,
  primary key (company_id, user_id, period),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('report_subscriptions');

-- Each report that went to a person, noted before it goes: whatever stops the sender, nobody gets it twice.
create table report_mails (
  company_id bigint not null,
  user_id bigint not null,
  period text not null check (period in ('week', 'month')),
  first_day date not null,
  claimed_at timestamptz not null,
  -- Null: nobody knows whether it went.
  sent_at timestamptz,
  primary key (company_id, user_id, period, first_day),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('report_mails');
revoke insert, update, delete on report_mails from balcao_app;
