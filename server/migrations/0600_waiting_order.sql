-- Lists of those who wait, the longest first: of a company by status, and an agent's own.
create index tickets_waiting on tickets (company_id, status, waiting_since, id) where waiting_since is not null;
create index tickets_waiting_of_user on tickets (company_id, user_id, status, waiting_since, id)
  where waiting_since is not null and user_id is not null;
