-- False: somebody else copies the database, and the backup has notes of it, files and key.
alter table backups add column has_database boolean not null default true;
