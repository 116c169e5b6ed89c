import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaProblems } from '../schema-problems.ts';

const root = mkdtempSync(join(tmpdir(), 'balcao-schema-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, stdio: 'ignore' });
const write = (name: string, text: string) => writeFileSync(join(root, 'server/migrations', name), text);

const RELEASED = `create table tags (
  id bigint not null generated always as identity,
  name text not null,
  kind text not null default 'plain'::text,
  constraint tags_pkey PRIMARY KEY (id),
  constraint tags_kind_check CHECK ((kind = ANY (ARRAY['plain'::text, 'lane'::text])))
);
CREATE UNIQUE INDEX tags_name ON tags USING btree (name);

CREATE OR REPLACE FUNCTION public.find_tags(sought text)
 RETURNS bigint
`;
const changed = (...changes: [from: string, to: string][]) => {
  const text = changes.reduce((schema, [from, to]) => {
    expect(schema).toContain(from);
    return schema.replace(from, to);
  }, RELEASED);
  write('schema.sql', text);
  return schemaProblems(root)?.problems;
};

beforeAll(() => {
  mkdirSync(join(root, 'server/migrations'), { recursive: true });
  git('init', '--quiet');
  write('0010_tags.sql', 'create table tags …');
  write('schema.sql', RELEASED);
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
});

test('before the first release the schema may change as it likes', () => {
  expect(schemaProblems(root)).toBeNull();
  git('tag', 'v0.1.0');
  expect(schemaProblems(root)).toEqual({ release: 'v0.1.0', problems: [] });
});

test.each<[string, ...[string, string][]]>([
  [
    'a new table',
    ['create table tags', 'create table lanes (\n  id bigint not null\n);\n\ncreate table tags'],
  ],
  ['a new column that may be null', ['  name text', '  color text,\n  name text']],
  ['a new column with a default', ['  name text', "  color text not null default ''::text,\n  name text"]],
  [
    'a rule for a new column',
    ['  name text', '  size int,\n  name text'],
    ['constraint tags_p', 'constraint s CHECK ((size > 0)),\n  constraint tags_p'],
  ],
  ['a column that may be null now', ['name text not null', 'name text']],
  ['a check that allows more', ["'lane'::text]", "'lane'::text, 'mark'::text]"]],
])('%s only adds', (_what, ...changes) => {
  expect(changed(...changes)).toEqual([]);
});

test.each<[string, string, string]>([
  ['tags is gone', 'create table tags', 'create table labels'],
  ['tags: the column name was "text not null"', '  name text not null,\n', ''],
  ['tags: the column name was "text not null"', 'name text', 'name citext'],
  ['tags: the new column color must be given', '  name text', '  color text not null,\n  name text'],
  ['tags: the constraint tags_kind_check refuses what was allowed', "'plain'::text, 'lane'", "'lane'"],
  [
    'tags: the constraint n refuses what was allowed',
    'constraint tags_p',
    "constraint n CHECK ((name <> ''::text)),\n  constraint tags_p",
  ],
  [
    'tags: the index tags_kind refuses what was allowed',
    'CREATE UNIQUE',
    'CREATE UNIQUE INDEX tags_kind ON tags USING btree (kind);\nCREATE UNIQUE',
  ],
  ['tags: the key tags_name is gone', 'CREATE UNIQUE INDEX', 'CREATE INDEX'],
  ['public.find_tags(sought text) is gone', 'find_tags(sought text)', 'find_tags(sought text, most integer)'],
])('says: %s', (problem, from, to) => {
  expect(changed([from, to])).toEqual([problem]);
});

test('a released file stays as it is', () => {
  write('schema.sql', RELEASED);
  write('0010_tags.sql', 'create table labels …');
  write('0020_lanes.sql', 'create table lanes …');
  expect(schemaProblems(root)?.problems).toEqual([
    'server/migrations/0010_tags.sql was released: what changes now goes into a new file',
  ]);
});
