-- A command's own id, which it keeps when its console takes a new name and numbers its commands anew.
alter table sync_mutation_results add column command_id uuid;
create unique index sync_mutation_results_command on sync_mutation_results (company_id, command_id)
  where command_id is not null;
