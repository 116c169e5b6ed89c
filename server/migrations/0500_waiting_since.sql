-- Since when the customer waits for a person: their first message that nobody has answered, or the moment in which a
-- ticket was put (back) among those who wait. Null: we spoke last, or it is closed. What a bot says is no answer.
alter table tickets add column waiting_since timestamptz(3);
update tickets set waiting_since = last_message_at where status = 'pending' or status = 'open' and unread_messages > 0;
