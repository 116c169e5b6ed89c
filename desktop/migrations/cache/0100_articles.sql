-- What the team knows. `place` is where an article stands in the list, `item` the row without its texts.
create table article (
  id integer primary key,
  gen int not null,
  subject_id text not null,
  language text not null,
  published int not null,
  place text not null,
  item text not null,
  row text not null
);
create index article_list on article (place, id);
create index article_subject on article (subject_id);

-- Words, whatever their accents.
create virtual table article_words using fts5 (
  title, category, body, asked, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
create trigger article_written after insert on article begin
  insert into article_words (rowid, title, category, body, asked)
  values (new.id, new.row ->> 'title', new.row ->> 'category', new.row ->> 'body', new.row ->> 'asked');
end;
create trigger article_rewritten after update on article when old.row is not new.row begin
  delete from article_words where rowid = old.id;
  insert into article_words (rowid, title, category, body, asked)
  values (new.id, new.row ->> 'title', new.row ->> 'category', new.row ->> 'body', new.row ->> 'asked');
end;
create trigger article_gone after delete on article begin
  delete from article_words where rowid = old.id;
  update sync_state set stale_words = stale_words + 1;
end;
