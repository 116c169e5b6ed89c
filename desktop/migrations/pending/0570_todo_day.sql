-- A task may have a day (YYYY-MM-DD, of this computer's calendar), and the conversation that it is about.
alter table todo add column due_on text;
-- JSON: {ticketUuid, contactName}
alter table todo add column about text;
