-- Since when the customer waits for a person: their first message that nobody has answered, or the moment in which a
-- ticket was put (back) among those who wait. Null: we spoke last, or it is closed. What a bot says is no answer.
alter table tickets add column waiting_since timestamptz(3);

-- The feed tells of one company in a transaction (0050), this is of all: consoles fetch their rows anew instead.
alter table tickets disable trigger feed;
update tickets set waiting_since = last_message_at where status = 'pending' or status = 'open' and unread_messages > 0;
alter table tickets enable trigger feed;
update sync_state set epoch = gen_random_uuid();
