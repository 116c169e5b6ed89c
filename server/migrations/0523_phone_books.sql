-- People of a phone's address book are chosen one by one, and met by the key of their number (domain/phone.ts).
alter table phone_contacts
  add column id bigint generated always as identity,
  add column key text;
update phone_contacts
set key = regexp_replace(regexp_replace(number, '\D', '', 'g'), '^55([1-9]\d)([6-9]\d{7})$', '55\19\2');
alter table phone_contacts alter column key set not null;
create index phone_contacts_by_key on phone_contacts (company_id, key, at desc);
