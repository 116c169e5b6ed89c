import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Names } from './names.ts';
import { dialog, page, pageEntry } from './screen-files.ts';
import { moduleEntry, moduleTest, repo, routes, seed, service, sync } from './server-files.ts';
import { calls, index, row, texts } from './shared-files.ts';
import { table } from './table.ts';

const MIGRATIONS = fileURLToPath(new URL('../../server/migrations', import.meta.url));

/** Migrations are numbered in tens. */
function nextMigration(): string {
  const last = readdirSync(MIGRATIONS).flatMap((file) => /^(\d{4})_/.exec(file)?.[1] ?? []);
  return String(Math.max(...last.map(Number)) + 10).padStart(4, '0');
}

/** The files of a new resource by their paths: a thing with a name that everybody of the company keeps. */
export function filesOf(names: Names): Record<string, string> {
  const { kebabs, kebab } = names;
  const shared = `shared/src/features/${kebabs}`;
  const module = `server/src/modules/${kebabs}`;
  const screen = `desktop/src/features/${kebabs}/screen`;
  return {
    [`${shared}/row.ts`]: row(names),
    [`${shared}/calls.ts`]: calls(names),
    [`${shared}/index.ts`]: index(names),
    [`${shared}/pt.json`]: texts.pt(names),
    [`${shared}/en.json`]: texts.en(names),
    [`${shared}/es.json`]: texts.es(names),
    [`server/migrations/${nextMigration()}_${names.table}.sql`]: table(names),
    [`${module}/${kebabs}.routes.ts`]: routes(names),
    [`${module}/${kebabs}.service.ts`]: service(names),
    [`${module}/${kebabs}.repo.ts`]: repo(names),
    [`${module}/${kebabs}.sync.ts`]: sync(names),
    [`${module}/${kebabs}.module.ts`]: moduleEntry(names),
    [`${module}/${kebabs}.pg.test.ts`]: moduleTest(names),
    [`${module}/testing/seed.ts`]: seed(names),
    [`${screen}/index.ts`]: pageEntry(names),
    [`${screen}/${kebabs}-page.tsx`]: page(names),
    [`${screen}/${kebab}-dialog.tsx`]: dialog(names),
  };
}
