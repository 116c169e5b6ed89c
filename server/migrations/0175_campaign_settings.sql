-- How a company's campaigns are sent: the seconds of their pauses, and words of its own for their texts. A company without
-- a row has the defaults of shared, domain/campaign-settings.ts, which also says what values there are.
create table campaign_settings (
  company_id bigint primary key references companies (id) on delete cascade,
  message_interval int not null check (message_interval >= 0),
  longer_interval_after int not null check (longer_interval_after >= 0),
  greater_interval int not null check (greater_interval >= 0),
  -- A list of {key, value}.
  variables jsonb not null
);
call protect_tenant_table('campaign_settings');
