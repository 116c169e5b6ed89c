-- Private notes and what happened to a ticket stand in its conversation: state local. Such a row never reaches a
-- channel, has no acknowledgement, counts as read and leaves the ticket's newest message alone.
alter table messages drop constraint messages_state_check;
alter table messages add constraint messages_state_check
  check (state in ('received', 'queued', 'sending', 'sent', 'failed', 'local'));
alter table messages add constraint messages_local
  check ((state = 'local') = (media_type in ('note', 'event')));
alter table messages add constraint messages_local_unsent
  check (state <> 'local' or (wa_id is null and read and from_me));

-- Of a contact, newest first: the panel beside a conversation lists them.
create index messages_notes on messages (company_id, contact_id, created_at desc, id desc) where media_type = 'note';

-- An event's body is for programs: nobody looks for its words.
drop index messages_terms;
alter table messages drop column terms;
alter table messages add column terms tsvector not null generated always as (
  case when media_type = 'event' then ''::tsvector else search_terms(company_id, words_of(left(body, 4000))) end) stored;
create index messages_terms on messages using gin (terms) with (fastupdate = off);
