-- A file of ours that goes in one mail with others: the message with whose words it leaves. That one comes last, so that all of
-- them are there when it is sent.
alter table messages add column mail_of uuid;
create index messages_mail_of on messages (company_id, mail_of) where mail_of is not null;
