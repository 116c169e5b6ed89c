-- Messages that an agent has read and whose customer has not been told yet (blue ticks). A trigger fills it, so that no
-- code path that marks messages read can forget; the session's owner sends the receipts and empties it.
create table read_receipts_due (
  company_id bigint not null,
  connection_id bigint not null,
  message_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('read_receipts_due');
create index read_receipts_due_by_connection on read_receipts_due (company_id, connection_id, at);

create function read_receipt_due() returns trigger language plpgsql as $$
begin
  insert into read_receipts_due (company_id, connection_id, message_id)
  values (new.company_id, new.connection_id, new.id)
  on conflict do nothing;
  return null;
end $$;
create trigger read_receipt after update of read on messages for each row
  when (new.read and not old.read and not new.from_me and new.wa_id is not null)
  execute function read_receipt_due();

-- What an edited message said before, oldest first.
alter table messages add column earlier_bodies text[] not null default '{}';

-- What a stanza said, encrypted: written together with the key step that opened it, which works only once.
alter table inbound_journal add column stanza bytea not null;
