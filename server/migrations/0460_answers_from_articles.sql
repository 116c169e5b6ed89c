-- The AI answers from what is published for customers alone, and says which article an answer rests on.
alter table prompts add column only_articles boolean not null default false;
-- How often it has named a source that it was not given.
alter table ai_usage add column false_sources int not null default 0;
