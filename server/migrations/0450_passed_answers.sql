-- Where answers go for which a visitor did not stay: {"connectionId", "minutes"}; null: nowhere.
alter table web_chats add column passes_on jsonb;
-- Answers up to this one were written to the visitor elsewhere.
alter table web_visitors add column passed_on_at timestamptz;
