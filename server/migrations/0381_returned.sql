-- When somebody whom campaigns left alone has asked by a word to get them again: their consent.
alter table contacts add column returned_at timestamptz;
