import { hashSync } from '@node-rs/bcrypt';
import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { createCompany } from '../../../test/fixtures.ts';
import type { Database } from '../../platform/db/database.ts';
import { type ImportOptions, importAll } from '../import.ts';
import { withSource } from '../source.ts';
import { createSource, OLD_PASSWORD, SHAPES, type Shape } from './sources.ts';

/** As their programs write it: the same algorithm under an older name. */
export const HASH = hashSync(OLD_PASSWORD, 8).replace('$2y$', '$2a$');
export const ALL: ImportOptions = { companies: [], since: null, media: null };

const theirs = new Map<Shape, TestDatabase>();
export let api: TestApi;
export let report: string;

export const sourceOf = (shape: Shape) => theirs.get(shape) as TestDatabase;

/** @param from the database of a shape, or another one */
export async function bring(
  from: Shape | TestDatabase,
  options: Partial<ImportOptions> = {},
  db: Database = api.db,
) {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const { storage, config } = api.deps;
  const deps = {
    db,
    storage,
    mediaLimit: config.mediaLimitBytes,
    noPassword: HASH.replace(/.{9}$/, 'nopasswor'),
    say,
  };
  const { url } = typeof from === 'string' ? sourceOf(from) : from;
  await withSource(url, 'there', (source) => importAll(deps, source, { ...ALL, ...options }));
  report = lines.join('\n');
}

/** Every row of every table but those that say how far an import has come, without what each import makes anew. */
export async function rows(admin: postgres.Sql): Promise<Record<string, string[]>> {
  const tables = await admin<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id'
      and table_name not in ('sync_state', 'change_log', 'schedules') order by 1`;
  const found: Record<string, string[]> = {};
  for (const { name } of tables)
    found[name] = (
      await admin<
        { row: string }[]
      >`select (to_jsonb(x) - 'terms')::text as row from ${admin(name)} x order by 1`
    ).map(({ row }) => row);
  return found;
}

export const company = async (name = 'Loja Azul') =>
  Number((await api.admin`select id from companies where name = ${name}`)[0]?.id);

/** Another installation, in which nothing was brought yet. */
export async function startAnew(): Promise<void> {
  await api.stop();
  api = await startApi();
}

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    for (const shape of SHAPES) theirs.set(shape, await createSource(shape, HASH));
  });
  afterAll(async () => {
    for (const database of theirs.values()) await database.close();
  });
  beforeEach(async () => {
    api = await startApi();
    await createCompany(api.admin, 'Operadora');
  });
  afterEach(() => api.stop());
}
