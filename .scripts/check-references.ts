// Fails when a comment, test or README names a document, a decision or a file that is not in the repository.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referenceProblems } from './reference-problems.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = '{.ci,.patches,.scripts,desktop,resources,server,shared}';
const ENDINGS = '{cjs,css,html,json,md,mjs,patch,sh,sql,ts,tsx,yaml,yml}';
/** What is made or fetched, and the words that this check looks for. */
const LEFT_OUT = /(^|\/)(node_modules|dist|results)$|(^|\/)reference-problems(\.test)?\.ts$/;
/** Its hashes look like any word. */
const LOCK = 'pnpm-lock.yaml';

const paths = globSync([`*.${ENDINGS}`, '.npmrc', `${FOLDERS}/**/*.${ENDINGS}`], {
  cwd: ROOT,
  exclude: (path) => LEFT_OUT.test(path),
}).filter((path) => path !== LOCK);
const problems = referenceProblems(
  paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  problems.length === 0 ? `${paths.length} files speak for themselves.\n` : `${problems.length} problems\n`,
);
process.exit(problems.length === 0 ? 0 : 1);
