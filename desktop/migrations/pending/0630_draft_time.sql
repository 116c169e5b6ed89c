-- When somebody last wrote in it: one whose conversation is gone does not stay for ever.
alter table draft add column written_at text not null default '';
update draft set written_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');
