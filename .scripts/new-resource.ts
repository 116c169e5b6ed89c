// Writes the files of a new resource and its entries in the registries: `pnpm new-resource price-lists`. What it writes
// compiles and passes its own test; the two words that only a person can translate and the fields beside `name` are yours.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entriesOf } from './new-resource/entries.ts';
import { filesOf } from './new-resource/files.ts';
import { namesOf } from './new-resource/names.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

const names =
  namesOf(process.argv[2] ?? '') ?? fail('Usage: pnpm new-resource <plural-name>, like price-lists');
const files = filesOf(names);
const taken = Object.keys(files).find((path) => existsSync(join(ROOT, path)));
if (taken) fail(`${taken} is there already.`);

for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
}
const entries = entriesOf(names);
for (const { path, add } of entries) {
  const before = readFileSync(join(ROOT, path), 'utf8');
  const after = add(before);
  if (after === before) fail(`${path} has no place for the entry: add it by hand.`);
  writeFileSync(join(ROOT, path), after);
}
const touched = [...Object.keys(files), ...entries.map(({ path }) => path)];
const formatter = join(ROOT, 'node_modules/.bin/biome');
const formatted = spawnSync(
  formatter,
  ['check', '--write', ...touched.filter((path) => !path.endsWith('.sql'))],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
);
if (formatted.status !== 0) fail(formatted.stderr);
const { stdout: untranslated } = spawnSync(process.execPath, ['.scripts/check-i18n.ts', '--update'], {
  cwd: ROOT,
  encoding: 'utf8',
});

const lines = (paths: string[]) => paths.map((path) => `  ${path}\n`).join('');
process.stdout.write(`New files:
${lines(Object.keys(files))}Entries:
${lines([...entries.map(({ path }) => path), 'shared/src/text/texts.ts'])}Next:
  the fields beside the name, who may do what (the calls' \`access\`), icon, group and place of the page in the menu
  \`pnpm schema\`, and the hashes that shared/src/sync/frames.test.ts asks for
  the journeys that go through the page, in .scripts/quick-table.ts
  these words in the other languages:
${untranslated}`);
