-- Who is online, and at which process: each says it anew from time to time, so that the word of one that crashed ends by
-- itself. users.online is what all of them say together.
create table presences (
  company_id bigint not null references companies (id) on delete cascade,
  user_id bigint not null,
  process uuid not null,
  until timestamptz not null,
  primary key (company_id, user_id, process),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('presences');
create index users_online on users (company_id, id) where online;
