import type { Names } from './names.ts';

/** A line of a registry. */
interface Entry {
  path: string;
  /** @returns the file with the entry; the same text when there is no place for it */
  add(text: string): string;
}

/** Imports are sorted by the formatter afterwards. */
const withImport = (line: string, text: string) => `${line}\n${text}`;

/** Puts a line at the end of the list that begins with `start`. */
function atEndOf(start: string, line: string, text: string): string {
  const from = text.indexOf(start);
  const end = text.slice(from).search(/\n[\]}]/);
  if (from < 0 || end < 0) return text;
  const at = from + end;
  return `${text.slice(0, at)}\n  ${line}${text.slice(at)}`;
}

const listed = (path: string, from: string, list: string, line: string): Entry => ({
  path,
  add(text) {
    const added = atEndOf(list, line, text);
    return added === text ? text : withImport(from, added);
  },
});

const appended = (path: string, more: string): Entry => ({
  path,
  add: (text) => `${text.trimEnd()}\n${more}`,
});

/** Another set of entities is another protocol, and consoles that do not know an entity cannot read its rows. */
const raisedProtocol = (text: string): string => {
  const next = Number(/PROTOCOL = (\d+)/.exec(text)?.[1]) + 1;
  return text.replaceAll(/(export const (?:MIN_)?PROTOCOL =) \d+/g, `$1 ${next}`);
};

/** Where a resource is named besides its own files. The compiler or a test asks for each that is forgotten. */
export function entriesOf({ camel, camels, kebab, kebabs, table }: Names): Entry[] {
  return [
    listed(
      'shared/src/features.ts',
      `import { ${camels} } from './features/${kebabs}.ts';`,
      'export const FEATURES',
      `${camels},`,
    ),
    listed(
      'shared/src/routes.ts',
      `import * as ${camels} from './${kebabs}.ts';`,
      'const AREAS',
      `${camels},`,
    ),
    listed(
      'shared/src/sync/entities.ts',
      `import { ${camel} } from '../model/${kebab}.ts';`,
      'export const ENTITIES',
      `${camel}: entity(${camel}, { id: 'number', live: [], order: byName, path: '${kebabs}' }),`,
    ),
    { path: 'shared/src/sync/frames.ts', add: raisedProtocol },
    listed(
      'server/src/app.ts',
      `import { ${camels}Module } from './modules/${kebabs}/${kebabs}.module.ts';`,
      'const MODULES',
      `${camels}Module,`,
    ),
    listed(
      'server/src/sync/registry.ts',
      `import { ${camel}Entity } from '../modules/${kebabs}/${kebabs}.sync.ts';`,
      'export const REGISTRY',
      `${camel}: ${camel}Entity,`,
    ),
    appended(
      'server/test/seeds.ts',
      `export { seed as ${camels} } from '../src/modules/${kebabs}/testing/seed.ts';\n`,
    ),
    listed(
      'desktop/src/renderer/app/pages.tsx',
      `import { page as ${camels} } from '../features/${kebabs}/page.ts';`,
      'const PAGES',
      `${camels},`,
    ),
    appended(
      'server/migrations/0070_catalog.sql',
      `
create table ${table} (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('${table}');
create unique index ${table}_name on ${table} (company_id, plain(name));
create constraint trigger feed after insert or update or delete on ${table}
  deferrable initially deferred for each row execute function feed_shared('${camel}', 'id');
`,
    ),
  ];
}
