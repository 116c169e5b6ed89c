-- What the AI has put into another language for agents, so that it is asked once for each message.
create table message_translations (
  company_id bigint not null,
  message_id uuid not null,
  -- Into which.
  language text not null,
  -- From which, as the AI has guessed; null: it did not say.
  from_language text,
  text text not null,
  primary key (company_id, message_id, language),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call protect_tenant_table('message_translations');

-- Other words are to be translated anew; and a name that has gone from them is gone here too.
create function drop_translations() returns trigger language plpgsql as $$
begin
  delete from message_translations where company_id = new.company_id and message_id = new.id;
  return null;
end $$;
create trigger drop_translations after update of body on messages
  for each row when (old.body <> new.body) execute function drop_translations();

-- In which the contact has written, when somebody last had it translated: an answer may be put into the same.
alter table contacts add column language text;
