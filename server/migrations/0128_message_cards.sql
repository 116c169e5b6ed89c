-- What a message shows besides plain words: an order, a Pix key, buttons, an appointment.

-- As shared/src/features/messages/card.ts says; null: nothing. Its words stand in the body too.
alter table messages add column card jsonb;
