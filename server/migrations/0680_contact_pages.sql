-- A contact's conversations, newest first: pages follow one another by this index.
create index tickets_of_contact on tickets (company_id, contact_id, last_message_at desc, id desc);

-- People of phones by name, those without one last.
alter table phone_contacts
  add column sort_name text not null generated always as (left(plain(name), 100)) stored;
create index phone_contacts_by_name on phone_contacts (company_id, (sort_name = ''), sort_name, id);
