-- What articles are found by: the stems of their words in their language, with accents and without, since customers leave
-- them out; a title says most, then the category, how people ask, and the text.
create function article_terms(language text, words text) returns tsvector
  language sql immutable strict parallel safe
  as $$
    select to_tsvector(stems, words) || to_tsvector(stems, public.plain(words))
    from (select case language
      when 'en' then 'pg_catalog.english'::regconfig
      when 'es' then 'pg_catalog.spanish'::regconfig
      else 'pg_catalog.portuguese'::regconfig end as stems) of_language
  $$;

alter table knowledge_articles add column terms tsvector not null generated always as (
  setweight(article_terms(language, title), 'A') || setweight(article_terms(language, category), 'B')
  || setweight(article_terms(language, asked), 'C') || setweight(article_terms(language, body), 'D')) stored;
create index knowledge_articles_terms on knowledge_articles using gin (company_id, terms);
create index knowledge_articles_letters on knowledge_articles
  using gin (company_id, plain(title || ' ' || asked) gin_trgm_ops);

-- The best answers to a question in a customer's words, in the languages `tongues`. Each stem counts as much as it is rare;
-- a word that no article has is sought among titles and askings by its letters, for it may be misspelt.
create function find_articles(sought text, tongues text[], most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  -- Of a few thousand short rows reading all looks cheap to the planner; their texts are not.
  set enable_seqscan = off
  as $$
    with stems as (
      select distinct tongue, lexeme
      from unnest(tongues) as tongue, unnest(article_terms(tongue, sought))
    ), hits as (
      select s.lexeme, a.id, ts_rank('{0.35,0.4,0.5,1}', a.terms, quote_literal(s.lexeme)::tsquery) as rank
      from stems s join knowledge_articles a on a.company_id = current_company() and a.language = s.tongue
        and a.terms @@ quote_literal(s.lexeme)::tsquery
    ), rarity as (
      select lexeme, ln(1 + (select count(*) from knowledge_articles where company_id = current_company())::float8
        / count(*)) as weight
      from hits group by lexeme
    ), misspelt as (
      select word from unnest(words_of(sought)) as word
      where length(word) > 4 and not exists (
        select from unnest(tongues) as tongue
        join rarity on lexeme = any (tsvector_to_array(article_terms(tongue, word))))
    ), scores as (
      select id, rank * weight as score from hits join rarity using (lexeme)
      union all
      select a.id, word_similarity(word, plain(a.title || ' ' || a.asked))
      from misspelt join knowledge_articles a on a.company_id = current_company() and a.language = any (tongues)
        and plain(a.title || ' ' || a.asked) %> word
    )
    select id from scores group by id order by sum(score) desc, id limit most
  $$;

do $$
begin
  grant create on schema public to balcao_system;
  revoke execute on function find_articles from public;
  grant execute on function find_articles to balcao_app;
  alter function find_articles owner to balcao_system;
  revoke create on schema public from balcao_system;
end $$;
