-- E-mail: customers are known by their addresses, and each mailbox remembers how far it was read.

alter table contact_identities
  drop constraint contact_identities_kind_check,
  add constraint contact_identities_kind_check check (
    kind in ('phone', 'lid', 'group', 'whatsapp_user', 'telegram', 'facebook', 'instagram', 'email'));

-- Mails of a connection's folder up to this one are stored. The server of the mailbox numbers them anew when it moves
-- (another uid_validity): then those since `seen_at` are looked at again, and known ones change nothing.
create table mail_cursors (
  company_id bigint not null,
  connection_id bigint not null,
  -- The mailbox and its folder: another one begins anew.
  mailbox text not null,
  uid_validity bigint not null,
  uid bigint not null,
  -- The mailbox was linked then: what is older stays there alone.
  linked_at timestamptz not null default now(),
  -- When the mailbox got the last of them.
  seen_at timestamptz not null default now(),
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('mail_cursors');
