import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
/** Each begins with its number, and names below it files, and below each of these the beginnings of titles. */
const invariants = [...readme.matchAll(/^- \*\*(I\d+)\*\* .*\n((?: +.*\n)+)/gm)];

test('the README names a test for each invariant, which cites its number', () => {
  expect(invariants.map(([, number]) => number)).toEqual(
    Array.from({ length: 17 }, (_, index) => `I${index + 1}`),
  );
  for (const [, number, tests = ''] of invariants) {
    const files = [...tests.matchAll(/^ {2}- `([^`]+)`\n((?: {4}".+"\n)+)/gm)];
    expect(files.length, `tests of ${number}`).toBe(tests.match(/^ {2}- /gm)?.length);
    for (const [, path = '', titles = ''] of files) {
      const lines = readFileSync(new URL(path, root), 'utf8').split('\n');
      for (const [, title = ''] of titles.matchAll(/"(.+)"/g)) {
        const found = lines.find((line) => line.includes(title));
        expect(found, `${number} ${path} "${title}"`).toMatch(new RegExp(`\\b${number}\\b`));
      }
    }
  }
});
