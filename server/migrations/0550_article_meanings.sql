-- What the newest published articles mean, as the company's AI says it in numbers, so that a question in other words finds
-- them. They are compared by the server: a database without extensions is enough.
create table article_meanings (
  company_id bigint not null,
  article_id bigint not null,
  -- Numbers of different models say nothing of each other.
  model text not null,
  -- Each number in a signed byte, beside the largest.
  numbers bytea not null,
  primary key (company_id, article_id),
  foreign key (company_id, article_id) references knowledge_articles (company_id, id) on delete cascade
);
call protect_tenant_table('article_meanings');
create index knowledge_articles_published on knowledge_articles (company_id, id) where published;

-- Other words have another meaning, and a draft has none.
create function drop_article_meaning() returns trigger language plpgsql as $$
begin
  delete from article_meanings where company_id = new.company_id and article_id = new.id;
  return null;
end $$;
create trigger drop_article_meaning after update of title, asked, body, published on knowledge_articles
  for each row when ((old.title, old.asked, old.body, old.published) is distinct from (new.title, new.asked, new.body, new.published))
  execute function drop_article_meaning();

-- Companies whose AI does not say what words mean: their searches go by the words alone.
create table meaning_faults (
  company_id bigint primary key references companies (id) on delete cascade,
  reason text not null,
  since timestamptz not null,
  -- When it was asked last.
  at timestamptz not null
);
call protect_tenant_table('meaning_faults');
