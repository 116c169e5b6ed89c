-- A request that waits for more than the database claims its key in one transaction and is answered in another. Until
-- this moment whoever repeats it is told to come back; afterwards the claim is a dead process's, and may be taken anew.
alter table idempotency_keys add column deadline timestamptz;
