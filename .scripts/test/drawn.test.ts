import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawnLines } from '../drawn.ts';

it('tells what each list gave, once, and nothing where nothing was drawn', () => {
  const notes = join(mkdtempSync(join(tmpdir(), 'balcao-drawn-')), 'notes');
  expect(drawnLines(notes)).toEqual([]);
  const lines = [
    { what: 'steps', names: ['b'], of: 9 },
    { what: 'screens', names: ['contacts'] },
    { what: 'steps', names: ['b', 'a'], of: 9 },
    { what: 'screens', names: ['tags'] },
  ];
  writeFileSync(notes, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(drawnLines(notes)).toEqual(['drawn: screens: 2: contacts, tags', 'drawn: steps: 2 of 9: b, a']);
});
