-- Chats on companies' own pages. Visitors are contacts with a name of their own kind: the chat, and its visitor or whom the
-- page has proven to be there.
alter table contact_identities drop constraint contact_identities_kind_check;
alter table contact_identities add constraint contact_identities_kind_check
  check (kind in ('phone', 'lid', 'group', 'whatsapp_user', 'telegram', 'facebook', 'instagram', 'email', 'web'));

-- How a chat looks and who may use it. Without a row it is as it was made: closed to every page.
create table web_chats (
  company_id bigint not null,
  connection_id bigint not null,
  appearance jsonb not null,
  -- Pages of these alone may use it.
  origins text[] not null,
  follows_pages boolean not null,
  -- Rises with every new secret: tokens of visitors and proofs of people end with the old one.
  secret_version int not null default 1,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('web_chats');
