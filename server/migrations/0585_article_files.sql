-- Pictures and files that the words of an article show or offer, by version: whoever goes back finds them there.
create table article_files (
  -- When a company goes, these go at once with its files: they would still be carried if those went first.
  company_id bigint not null references companies (id) on delete cascade,
  article_id bigint not null,
  version int not null,
  media_id uuid not null,
  primary key (company_id, article_id, version, media_id),
  foreign key (company_id, article_id, version)
    references knowledge_versions (company_id, article_id, version) on delete cascade,
  foreign key (company_id, media_id) references media (company_id, id)
);
call protect_tenant_table('article_files');
create index article_files_by_media on article_files (company_id, media_id);
create trigger let_go after delete on article_files for each row execute function let_go_of_media();
