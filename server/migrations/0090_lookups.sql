-- Merging two contacts, and every check that nothing refers to a deleted one, asks for the messages of a contact: the
-- key that says what a message is answers that too, when the contact stands before the connection. Messages without a
-- remote id never collide: nulls are all different.
drop index messages_remote;
create unique index messages_remote on messages (company_id, contact_id, connection_id, participant, from_me, wa_id);

create index ticket_tracking_of_ticket on ticket_tracking (company_id, ticket_id);
