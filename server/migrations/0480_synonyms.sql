create function stems_of(language text) returns regconfig
  language sql immutable strict parallel safe
  as $$
    select case language
      when 'en' then 'pg_catalog.english'::regconfig
      when 'es' then 'pg_catalog.spanish'::regconfig
      else 'pg_catalog.portuguese'::regconfig end
  $$;

create or replace function article_terms(language text, words text) returns tsvector
  language sql immutable strict parallel safe
  as $$
    select to_tsvector(public.stems_of(language), words) || to_tsvector(public.stems_of(language), public.plain(words))
  $$;

-- The best answers to a question in a customer's words, in the languages `tongues`. Each stem counts as much as it is rare,
-- and so does a meaning that the question says in other words: the company's option `synonyms` has one in each line, its
-- words between commas. A word that no article has is sought among titles and askings by its letters, for it may be misspelt.
create or replace function find_articles(sought text, tongues text[], most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  -- Of a few thousand short rows reading all looks cheap to the planner; their texts are not.
  set enable_seqscan = off
  -- It tells of each synonym that has only words which say nothing.
  set client_min_messages = warning
  as $$
    with questions as (
      select tongue, article_terms(tongue, sought) as terms from unnest(tongues) as tongue
    ), synonyms as (
      select tongue, meaning, phrase, terms @@ phrase as is_said,
        bool_or(terms @@ phrase) over (partition by tongue, meaning) as is_meant
      from settings
      cross join string_to_table(value, E'\n') with ordinality as meanings (line, meaning)
      cross join string_to_table(line, ',') as word
      cross join questions
      cross join phraseto_tsquery(stems_of(tongue), plain(translate(word, '-/', '  '))) as phrase
      where company_id = current_company() and key = 'synonyms'
    ), wanted as (
      select tongue, lexeme as notion, quote_literal(lexeme)::tsquery as phrase from questions, unnest(terms)
      union all
      -- No stem has a blank in it.
      select tongue, 'meaning ' || meaning, phrase from synonyms where is_meant and not is_said
    ), hits as (
      select w.notion, a.id,
        max(ts_rank('{0.35,0.4,0.5,1}', a.terms, regexp_replace(w.phrase::text, '<[-\d]+>', '|', 'g')::tsquery)) as rank
      from wanted w join knowledge_articles a on a.company_id = current_company() and a.language = w.tongue
        and a.terms @@ w.phrase
      group by w.notion, a.id
    ), rarity as (
      select notion, ln(1 + (select count(*) from knowledge_articles where company_id = current_company())::float8
        / count(*)) as weight
      from hits group by notion
    ), misspelt as (
      select word from unnest(words_of(sought)) as word
      where length(word) > 4 and not exists (
        select from unnest(tongues) as tongue
        join rarity on notion = any (tsvector_to_array(article_terms(tongue, word))))
    ), scores as (
      select id, rank * weight as score from hits join rarity using (notion)
      union all
      select a.id, word_similarity(word, plain(a.title || ' ' || a.asked))
      from misspelt join knowledge_articles a on a.company_id = current_company() and a.language = any (tongues)
        and plain(a.title || ' ' || a.asked) %> word
    )
    select id from scores group by id order by sum(score) desc, id limit most
  $$;
