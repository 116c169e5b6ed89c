-- Why a company may write to the people of a list (shared, shared/src/features/contact-lists/basis.ts); null: the list was
-- made before it was asked, or by a tag in a campaign.
alter table contact_lists add column basis jsonb;
-- As it was when the people of the list were taken over: what is said of the list later says nothing of what was sent.
alter table campaigns add column list_basis jsonb;
