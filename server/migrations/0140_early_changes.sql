-- Edits (body) and deletions (null) that came before their message: it could not be opened at first, or its delivery was
-- lost. They wait for it for a day.
create table early_changes (
  company_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  wa_id text not null,
  from_me boolean not null,
  participant text not null,
  -- Any name of the chat, as kind:value.
  identities text[] not null,
  body text,
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('early_changes');
create index early_changes_by_message on early_changes (company_id, connection_id, wa_id);
