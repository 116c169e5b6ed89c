-- How a connection behaves (specification document 1, section 3; behaviours, sections 2, 4 to 8).
alter table connections
  add column if not exists greeting_message text not null default '',
  add column if not exists completion_message text not null default '',
  add column if not exists out_of_hours_message text not null default '',
  add column if not exists rating_message text not null default '',
  add column redirect_queue_id bigint,
  add column redirect_minutes int not null default 0 check (redirect_minutes >= 0),
  add column bot_sends int not null default 3 check (bot_sends > 0),
  add column bot_interval_minutes int not null default 0 check (bot_interval_minutes >= 0),
  add column close_after_minutes int not null default 0 check (close_after_minutes >= 0),
  add column inactivity_message text not null default '',
  -- From when on the phone's history is taken over at the next linking.
  add column import_since date,
  -- Of the public API; only its hash is kept, and one token opens one connection of all companies.
  add column api_token_hash bytea,
  -- Whom to link with by a code instead of a QR code, and the code to be typed into the phone.
  add column pairing_number text,
  add column pairing_code text,
  add foreign key (company_id, redirect_queue_id)
    references queues (company_id, id) on delete set null (redirect_queue_id);
create unique index connections_api_token on connections (api_token_hash);
create index connections_by_redirect_queue on connections (company_id, redirect_queue_id)
  where redirect_queue_id is not null;
