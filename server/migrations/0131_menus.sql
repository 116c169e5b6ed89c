-- Menus that customers tap.

-- What a message of ours offers to tap, as src/platform/db/message-json.ts says; null: nothing. Its words stand in the
-- body too.
alter table messages add column menu jsonb;
-- The id behind what a customer has tapped, as the messenger brought it; null: nothing was tapped. A stranger wrote it.
alter table messages add column tap text check (length(tap) <= 256);
-- How often a menu was tapped.
create index messages_tapped on messages (company_id, ticket_id, tap text_pattern_ops) where tap is not null;
