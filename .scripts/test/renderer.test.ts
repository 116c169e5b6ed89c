import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildRenderer } from '../renderer.ts';

/** As vite does: the folder is emptied first. */
const BUILD = `
  import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
  rmSync('dist/renderer', { recursive: true, force: true });
  mkdirSync('dist/renderer', { recursive: true });
  appendFileSync('builds', '+');`;

test('the screen is built when it is not there as its sources are now, and only then', async () => {
  const root = mkdtempSync(join(tmpdir(), 'balcao-renderer-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('pnpm-workspace.yaml', 'packages: [desktop]');
  write('pnpm-lock.yaml', '');
  write('package.json', '{}');
  write(
    'desktop/package.json',
    JSON.stringify({ name: '@balcao/desktop', scripts: { build: 'node build.mjs' } }),
  );
  write('desktop/build.mjs', BUILD);
  for (const source of ['desktop/vite.config.ts', 'desktop/src/a/b.ts', 'shared/src/c.ts', 'resources/d.svg'])
    write(source, 'as it was');
  const builds = async () => {
    await buildRenderer(root, () => {});
    return readFileSync(join(root, 'desktop/builds'), 'utf8').length;
  };

  expect([await builds(), await builds()]).toEqual([1, 1]);
  write('desktop/src/a/b.ts', 'otherwise');
  expect([await builds(), await builds()]).toEqual([2, 2]);
  rmSync(join(root, 'shared/src/c.ts'));
  expect(await builds()).toBe(3);
  // Somebody else has built since, of whatever.
  rmSync(join(root, 'desktop/dist/renderer'), { recursive: true });
  expect(await builds()).toBe(4);
});
