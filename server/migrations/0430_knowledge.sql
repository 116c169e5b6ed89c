-- What the team knows. A row is an article in one language; the versions of a subject share its id.
create table knowledge_articles (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  subject_id uuid not null default gen_random_uuid(),
  language text not null check (language in ('pt', 'en', 'es')),
  category text not null default '',
  title text not null,
  -- Markdown.
  body text not null default '',
  -- How people ask for it: for the search.
  asked text not null default '',
  audience text not null default 'team' check (audience in ('team', 'customers')),
  published boolean not null default false,
  -- Another one with each change of the words.
  version int not null default 1,
  -- Whoever wrote them; null: a program, or somebody who is gone.
  user_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent int not null default 0,
  helped int not null default 0,
  -- Drafts are for those who write.
  scopes text[] not null generated always as (case when published then array['a'] else array['k'] end) stored,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
call protect_tenant_table('knowledge_articles');
create unique index knowledge_articles_subject on knowledge_articles (company_id, subject_id, language);
create unique index knowledge_articles_title on knowledge_articles (company_id, language, plain(title));
create index knowledge_articles_list on knowledge_articles (company_id, plain(category), plain(title), id);
create index knowledge_articles_user on knowledge_articles (company_id, user_id) where user_id is not null;

-- Each state of the words, the present one too.
create table knowledge_versions (
  company_id bigint not null,
  article_id bigint not null,
  version int not null,
  category text not null,
  title text not null,
  body text not null,
  user_id bigint,
  at timestamptz not null,
  primary key (company_id, article_id, version),
  foreign key (company_id, article_id) references knowledge_articles (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
call protect_tenant_table('knowledge_versions');
create index knowledge_versions_user on knowledge_versions (company_id, user_id) where user_id is not null;

create function feed_knowledge_articles() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'article', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'article', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'article', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $$;
-- That somebody used one changes no row of the feed.
create constraint trigger feed after insert or delete or update of language, category, title, body, asked, audience, published, version
  on knowledge_articles deferrable initially deferred for each row execute function feed_knowledge_articles();
