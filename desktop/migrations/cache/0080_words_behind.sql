-- Messages whose words are not in the index yet: what is caught up with is indexed behind (store/word-index.ts).
create table unindexed_message (n integer primary key);

drop trigger message_said;
create trigger message_said after insert on message begin
  insert into unindexed_message (n) values (new.n);
end;
drop trigger message_said_anew;
create trigger message_said_anew after update on message when old.words is not new.words begin
  delete from message_words where rowid = old.n;
  update sync_state set stale_words = stale_words + 1;
  insert into unindexed_message (n) select new.n where new.n not in (select n from unindexed_message);
end;
drop trigger message_gone;
create trigger message_gone after delete on message begin
  delete from message_words where rowid = old.n;
  delete from unindexed_message where n = old.n;
  update sync_state set stale_words = stale_words + 1;
end;
