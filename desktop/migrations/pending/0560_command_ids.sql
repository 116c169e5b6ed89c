-- Made when the command is first sent: by it the server knows a command again that comes under another number.
alter table outbox add column command_id text;
