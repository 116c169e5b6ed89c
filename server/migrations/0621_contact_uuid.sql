-- The name of a contact in addresses (specification document 2, section 3).
alter table contacts add column uuid uuid not null default gen_random_uuid();
create unique index contacts_uuid on contacts (company_id, uuid);
