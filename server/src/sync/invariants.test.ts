import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const rows = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => (/^\| I\d/.test(line) ? [line.split('|').map((cell) => cell.trim())] : []));

test('the table names a test for each invariant, which cites its number', () => {
  expect(rows.map(([, number]) => number)).toEqual(Array.from({ length: 17 }, (_, index) => `I${index + 1}`));
  for (const [, number, , tests = ''] of rows) {
    const files = tests.split(';').map((part) => part.trim());
    for (const part of files) {
      const [, path = '', titles = ''] = /^`([^`]+)` (.+)$/.exec(part) ?? [];
      const lines = readFileSync(new URL(path, root), 'utf8').split('\n');
      for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g)) {
        const found = lines.find((line) => line.includes(title));
        expect(found, `${number} ${path} "${title}"`).toMatch(new RegExp(`\\b${number}\\b`));
      }
    }
  }
});
