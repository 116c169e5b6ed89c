-- The last days of all connections of a company.
create index connection_events_by_time on connection_events (company_id, at);
