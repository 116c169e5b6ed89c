-- People of a phone's address book are chosen one by one, and met by the key of their number (domain/phone.ts).
alter table phone_contacts
  add column id bigint generated always as identity,
  add column key text not null;
create index phone_contacts_by_key on phone_contacts (company_id, key, at desc);
