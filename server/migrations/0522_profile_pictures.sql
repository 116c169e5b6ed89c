-- Profile pictures are files of our own: a link to WhatsApp would tell it who looks at whom, and ends after some days.
alter table contacts
  drop column profile_pic_url,
  add column picture_id uuid,
  add column profile_pic_url text generated always as ('/media/' || picture_id::text) stored,
  add foreign key (company_id, picture_id) references media (company_id, id) on delete set null (picture_id);
create index contacts_of_picture on contacts (company_id, picture_id);

-- As of the other carriers of files (0530).
create function let_go_of_picture() returns trigger language plpgsql as $$
begin
  insert into media_let_go (company_id, media_id)
  select company_id, id from media where company_id = old.company_id and id = old.picture_id
  on conflict do nothing;
  return null;
end $$;
create trigger let_go after delete on contacts for each row
  when (old.picture_id is not null) execute function let_go_of_picture();
create trigger let_go_for_another after update of picture_id on contacts for each row
  when (old.picture_id is distinct from new.picture_id and old.picture_id is not null)
  execute function let_go_of_picture();

-- When WhatsApp was last asked for somebody's picture. Apart from the contact: consoles need not hear of it.
create table picture_checks (
  company_id bigint not null,
  contact_id bigint not null,
  at timestamptz not null default now(),
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
call protect_tenant_table('picture_checks');
