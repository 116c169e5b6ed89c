-- Which of them may still be there, interrupted and failed ones among them: some of those were saved before they failed.
create index backups_kept on backups (at) where kind = 'backup' and at is not null;
