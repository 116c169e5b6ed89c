import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checksFor, JOURNEYS, journeysFor, POSTGRES_TESTS, postgresTestsFor } from '../quick-table.ts';

const ROOT = join(import.meta.dirname, '../..');

it('names journeys and tests that exist', () => {
  const files = [
    ...JOURNEYS.flatMap(([, names]) => names.map((name) => `desktop/e2e/${name}.spec.ts`)),
    ...POSTGRES_TESTS.flatMap(([, tests]) => tests),
  ];
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it('names folders that exist', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const paths = [...JOURNEYS, ...POSTGRES_TESTS].map(([path]) => path);
  expect(paths.filter((path) => !files.some((file) => path.test(file)))).toEqual([]);
});

it('finds what a module touches: its own tests, its contract, its page', () => {
  const changed = [
    'shared/src/features/tags/calls.ts',
    'server/src/modules/tags/tags.service.ts',
    'desktop/src/features/tags/screen/tags-page.tsx',
  ];
  expect(postgresTestsFor(changed)).toContain('server/src/modules/tags/');
  expect(journeysFor(changed)).toEqual(['catalog']);
  expect(checksFor(changed).map(({ name }) => name)).toContain('types of desktop/tsconfig.renderer.json');
});

it('finds the tests of a call, whatever else has changed', () => {
  const changed = ['shared/src/features/tags/calls.ts'];
  expect(postgresTestsFor(changed)).toEqual([
    'server/src/modules/tags/',
    'server/test/probe.pg.test.ts',
    'server/test/roles.pg.test.ts',
  ]);
  expect(journeysFor(changed)).toEqual(['catalog']);
});

it('finds a test whose steps and tables lie beside it', () => {
  expect(journeysFor(['desktop/e2e/contacts/panel.ts'])).toEqual(['contacts']);
  expect(postgresTestsFor(['desktop/test/sync/offline.ts'])).toEqual(['desktop/test/sync.pg.test.ts']);
  expect(postgresTestsFor(['desktop/test/verify/causes/company.ts'])).toHaveLength(3);
});

it('checks nothing that a README could break', () => {
  expect(checksFor(['README.md'])).toEqual([]);
  expect(postgresTestsFor(['README.md'])).toEqual([]);
});
