-- The imports of a company, newest first.
create index contact_imports_newest on contact_imports (company_id, created_at desc, id desc);
