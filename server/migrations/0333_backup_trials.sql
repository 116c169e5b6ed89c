-- The newest trial is found without a look at every backup since.
create index backups_tried on backups (id) where kind = 'trial';
