-- Whose numbers a file writes without country code (domain/phone.ts, withCallingCode); null: all have it.
alter table contact_imports add column country text;
