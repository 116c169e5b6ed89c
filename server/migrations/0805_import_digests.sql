-- What a call brought to take over: its repetition under the same key brings the same. Null for drafts.
alter table contact_imports add digest bytea;
