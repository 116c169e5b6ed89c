-- The number was typed, or came from a file, and WhatsApp could not be asked whether somebody has it.
alter table contacts add column number_unchecked boolean not null default false;
