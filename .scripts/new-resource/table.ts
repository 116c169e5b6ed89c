import type { Names } from './names.ts';

export const table = ({ camel, words, table: name }: Names) => `-- Each ${words} of a company.
create table ${name} (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('${name}');
create unique index ${name}_name on ${name} (company_id, plain(name));
create constraint trigger feed after insert or update or delete on ${name}
  deferrable initially deferred for each row execute function feed_shared('${camel}', 'id');
`;
