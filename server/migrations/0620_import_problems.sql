-- The rows of a file that were not taken over, for its report.
create index contact_import_rows_problems on contact_import_rows (company_id, import_id, row) where problem is not null;
