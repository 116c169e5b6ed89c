-- How a mail looks, beside its words: cleaned HTML, without an address of a picture that lies outside. Those stand apart, in
-- the order in which the page names them, and are fetched when somebody asks for them.
create table mail_pages (
  company_id bigint not null,
  message_id uuid not null,
  html text not null,
  pictures text[] not null default '{}',
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('mail_pages');
