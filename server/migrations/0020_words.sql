-- What search goes by: words, whatever their accents. Of names and numbers any part of a word is found, of messages its
-- beginning. Each word is stored behind its company, so that one look into an index finds it; a key for the company alone
-- would be compared row by row. The questions themselves are in 0140_search.sql.

-- unaccent() itself is only stable because its dictionary could change.
create function plain(text) returns text
  language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent', $1)) $$;

create function words_of(text) returns text[]
  language sql immutable strict parallel safe
  as $$ select array_remove(regexp_split_to_array(plain($1), '[[:space:][:punct:]]+'), '') $$;

-- What a word is found by: itself and what is left of it without its first letters.
create function parts_of(words text[]) returns text[]
  language sql immutable strict parallel safe
  as $$
    select array(select substr(word, start)
      from unnest(words) as word, generate_series(1, greatest(length(word) - 1, 1)) as start)
  $$;

create function search_terms(company bigint, words text[]) returns tsvector
  language sql immutable strict parallel safe
  as $$ select array_to_tsvector(array(select distinct company || '/' || left(word, 40) from unnest(words) as word)) $$;

-- The same words behind the period that the first three bytes of a message's id name: those of UUIDv7 change every 4.7
-- hours. A search wants the newest messages, and an index of words knows no order: of a word that is neither common nor
-- rare, all that was ever said would be read for one page.
create function dated_terms(id uuid, terms tsvector) returns tsvector
  language sql immutable strict parallel safe
  -- Words hold neither spaces nor quotes.
  as $$ select replace(' ' || terms::text, ' ''', ' ''' || left(id::text, 6) || '/')::tsvector $$;

-- All words of a text, each as it begins. Null, which matches nothing, when there is no word.
create function search_query(company bigint, sought text) returns tsquery
  language sql immutable strict parallel safe
  as $$
    select string_agg(format('''%s/%s'':*', company, left(word, 40)), ' & ')::tsquery from unnest(words_of(sought)) as word
  $$;

-- WhatsApp names many Brazilian mobiles without the ninth digit that people say, and some with it. So digits are sought in
-- both spellings, as in shared/src/phone/phone.ts: in the question, so that no row is written for it.
create function spellings_of(word text) returns text[]
  language sql immutable strict parallel safe
  as $$
    select array(select distinct spelling from unnest(array[
      word,
      regexp_replace(word, '^9([6-9]\d{3,7})$', '\1'),
      regexp_replace(word, '^((?:55)?[1-9]\d)9([6-9]\d{3,7})$', '\1\2'),
      regexp_replace(word, '^((?:55)?[1-9]\d)([6-9]\d{3,7})$', '\19\2')]) as spelling order by spelling)
  $$;

-- search_query for people. A ninth digit that stands alone belongs to what follows it.
create function contact_query(company bigint, sought text) returns tsquery
  language sql immutable strict parallel safe
  as $$
    select string_agg('(' || (
      select string_agg(format('''%s/%s'':*', company, left(spelling, 40)), ' | ')
      from unnest(spellings_of(word)) as spelling) || ')', ' & ')::tsquery
    from unnest(words_of(regexp_replace(sought, '\m9[ .-]([6-9]\d{3})', '9\1', 'g'))) as word
  $$;
