import { expect, it } from 'vitest';
import { referenceProblems } from '../reference-problems.ts';

const problemsOf = (text: string) => referenceProblems([{ path: 'a.ts', text }]);

it.each([
  '/** Ten characters (specification document 1, section 9). */',
  '/** As the specification has it. */',
  '// Behaviours, section 5.',
  '-- One seq for each transaction (sync-protocol 4.3).',
  '// The whole table stands in baileys.md.',
  '/** See document 2. */',
  '/** As section 4 says. */',
  '// Decided in D12.',
  '// Asked for by issue #19.',
  // Put together here, so that this file names no workplace itself.
  `See ${'..'}/shared/design for more.`,
  "const FOLDER = '/work/main/server';",
  'registry=https://packages.example.com/npm/',
  'resolution: {tarball: http://10.0.0.7:4873/zod.tgz}',
  '/** As gone.ts says. */',
])('finds %s', (line) => {
  expect(problemsOf(`first line\n${line}\n`)).toEqual([expect.stringMatching(/^a\.ts:2 names /)]);
});

it.each([
  '/** One range, as media elements ask for it (RFC 9110, section 14). */',
  "import { ERRORS } from '../shared/src/errors.ts';",
  '/** As the Desktop Entry Specification wants it. */',
  'registry=https://registry.npmjs.org/',
  '/** The words are fixed by the public API. */',
  '// As a.ts says.',
  "import { gone } from './gone.ts';",
])('lets %s pass', (line) => {
  expect(problemsOf(line)).toEqual([]);
});

it('finds a file that a README names and that is not there', () => {
  const readme = {
    path: 'server/README.md',
    text: 'See `src/app.ts`, [that](../gone/README.md) and `.routes.ts`.',
  };
  const app = { path: 'server/src/app.ts', text: '' };
  expect(referenceProblems([readme, app])).toEqual([
    'server/README.md:1 names a file that is not there: ../gone/README.md',
  ]);
});
