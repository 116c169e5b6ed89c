-- Where a customer came from: the advertisement, post or link of a message, and the first one of its ticket.

-- As shared/src/features/messages/referral.ts says; null: the messenger told nothing of it.
alter table messages add column referral jsonb;

alter table tickets
  -- Without the words and the picture, and with what all share who came by the same (`source`).
  add column referral jsonb,
  -- When the message with it was written.
  add column referred_at timestamptz(3),
  add check ((referral is null) = (referred_at is null));

-- Figures go by the day, and lists by the source.
create index tickets_by_referral on tickets (company_id, referred_at) where referral is not null;
create index tickets_of_source on tickets (company_id, (referral ->> 'kind'), (referral ->> 'source'))
  where referral is not null;
