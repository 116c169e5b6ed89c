// Fails when the schema takes away what the newest release lives with.
import { fileURLToPath } from 'node:url';
import { schemaProblems } from './schema-problems.ts';

const found = schemaProblems(fileURLToPath(new URL('..', import.meta.url)));
for (const problem of found?.problems ?? []) process.stdout.write(`${problem}\n`);
process.stdout.write(
  found === null
    ? 'Nothing is released yet: the schema may change as it likes.\n'
    : `${found.problems.length} problems for whoever has ${found.release}.\n`,
);
process.exit(found?.problems.length ? 1 : 0);
