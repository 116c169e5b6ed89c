-- What a page tells of a visitor, and what they have filled in: agents see it beside the conversation. It is kept by the name
-- of the visitor, because it comes with the first word, before there is a contact.
create table web_visitors (
  company_id bigint not null references companies (id) on delete cascade,
  name text not null,
  -- The page where the chat is, what led there, and the pages since, if the shop follows them.
  facts jsonb not null,
  seen_at timestamptz not null default now(),
  primary key (company_id, name)
);
call protect_tenant_table('web_visitors');
-- What a deletion before this had counted.
update erasures set counts = counts || '{"visits": 0}' where counts is not null;

-- It goes with the name: merged contacts keep both names, one that is deleted keeps none.
create function forget_web_visitors() returns trigger language plpgsql as $$
begin
  delete from web_visitors w using gone g
  where g.kind = 'web' and w.company_id = g.company_id and w.name = g.value;
  return null;
end $$;
create trigger forget_web_visitors after delete on contact_identities referencing old table as gone
  for each statement execute function forget_web_visitors();
