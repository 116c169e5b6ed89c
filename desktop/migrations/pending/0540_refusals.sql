-- Every refused command stays until somebody has read why: a message with its words, anything else too.
-- JSON: what the sentence of `code` names.
alter table outbox add column params text not null default '{}';
