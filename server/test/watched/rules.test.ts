import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expressionsOfDashboard } from './expressions.ts';

/** What operators are given, as Debian's own program reads it. */

const run = promisify(execFile);
const PROMTOOL = '/usr/bin/promtool';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-rules-'));
});
afterEach(() => rm(dir, { recursive: true }));

it('has rules that speak when somebody waits, and are silent else', async () => {
  await copyFile(new URL('../../packaging/alerts.yml', import.meta.url), join(dir, 'alerts.yml'));
  await copyFile(new URL('alerts.test.yml', import.meta.url), join(dir, 'alerts.test.yml'));
  await run(PROMTOOL, ['check', 'rules', 'alerts.yml'], { cwd: dir });
  await run(PROMTOOL, ['test', 'rules', 'alerts.test.yml'], { cwd: dir });
});

it('has a file for Prometheus, and a dashboard whose questions it understands', async () => {
  await copyFile(new URL('../../packaging/alerts.yml', import.meta.url), join(dir, 'alerts.yml'));
  await copyFile(new URL('../../packaging/prometheus.yml', import.meta.url), join(dir, 'prometheus.yml'));
  await run(PROMTOOL, ['check', 'config', 'prometheus.yml'], { cwd: dir });

  const asked = await expressionsOfDashboard();
  expect(asked.length).toBeGreaterThan(20);
  const rules = asked.map((expr, index) => ({ record: `panel:${index}`, expr }));
  await writeFile(join(dir, 'panels.yml'), JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  await run(PROMTOOL, ['check', 'rules', 'panels.yml'], { cwd: dir });
});

it('draws every panel in a place of its own', async () => {
  const dashboard = JSON.parse(
    await readFile(new URL('../../packaging/grafana.json', import.meta.url), 'utf8'),
  ) as { panels: { id: number; title: string; gridPos: { x: number; y: number; w: number; h: number } }[] };
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const cells = dashboard.panels.flatMap(({ title, gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => [`${x + (cell % w)},${y + Math.floor(cell / w)}`, title]),
  );
  const taken = new Map<string | undefined, string | undefined>();
  for (const [cell, title] of cells) {
    expect(taken.get(cell), `${title} at ${cell}`).toBeUndefined();
    taken.set(cell, title);
  }
});
