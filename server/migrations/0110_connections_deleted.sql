-- A connection that people delete leaves their lists; its conversations stay, and its session is logged out by its
-- owner like any other.
alter table connections add column deleted_at timestamptz;
alter table connections drop constraint connections_company_id_name_key;
create unique index connections_name on connections (company_id, name) where deleted_at is null;

-- Whatever else deletes the row must not take the history along. The company's own end still does.
alter table tickets drop constraint tickets_company_id_connection_id_fkey,
  add foreign key (company_id, connection_id) references connections (company_id, id);
alter table messages drop constraint messages_company_id_connection_id_fkey,
  add foreign key (company_id, connection_id) references connections (company_id, id);
