-- Lists of tickets are narrowed by days and by what is unread.
create index tickets_by_creation on tickets (company_id, created_at);
create index tickets_by_change on tickets (company_id, updated_at);
create index tickets_unread on tickets (company_id, status, last_message_at desc, id desc) where unread_messages > 0;
