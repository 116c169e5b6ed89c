import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'server/migrations';
const SCHEMA = `${FOLDER}/schema.sql`;

/**
 * What a program of the newest release could not live with: it runs beside the new one while an installation is brought to
 * it, and again when that is taken back. So files that were released stay as they are, and new ones only add.
 *
 * @returns null as long as nothing is released
 */
export function schemaProblems(root: string): { release: string; problems: string[] } | null {
  // Sources alone, without their history.
  if (!existsSync(join(root, '.git'))) return null;
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  const [release] = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n');
  if (!release) return null;
  const changed = git('diff', '--name-only', '--no-renames', '--diff-filter=MD', release, '--', FOLDER)
    .split('\n')
    .filter((file) => /\/\d{4}_\w+\.sql$/.test(file));
  return {
    release,
    problems: [
      ...changed.map((file) => `${file} was released: what changes now goes into a new file`),
      ...losses(git('show', `${release}:${SCHEMA}`), readFileSync(join(root, SCHEMA), 'utf8')),
    ],
  };
}

interface Table {
  columns: Map<string, string>;
  constraints: Map<string, string>;
  uniqueIndexes: Map<string, string>;
}

/** @param before @param after what schema.sql says */
function losses(before: string, after: string): string[] {
  const [old, now] = [tablesOf(before), tablesOf(after)];
  const functions = functionsOf(after);
  return [
    ...[...functionsOf(before)].filter((name) => !functions.has(name)).map((name) => `${name} is gone`),
    ...[...old].flatMap(([name, table]) => {
      const kept = now.get(name);
      return kept ? lossesOf(table, kept).map((loss) => `${name}: ${loss}`) : [`${name} is gone`];
    }),
  ];
}

function lossesOf(old: Table, now: Table): string[] {
  const added = [...now.columns.keys()].filter((name) => !old.columns.has(name));
  const isOfNewColumn = (text: string) => added.some((name) => new RegExp(`\\b${name}\\b`).test(text));
  const lost: string[] = [];
  for (const [name, text] of old.columns) {
    const kept = now.columns.get(name);
    if (kept !== text && kept !== text.replace(' not null', ''))
      lost.push(`the column ${name} was "${text}"`);
  }
  for (const name of added) {
    const text = now.columns.get(name) ?? '';
    if (/ not null(?! (default|generated))/.test(text)) lost.push(`the new column ${name} must be given`);
  }
  for (const [name, text] of now.constraints)
    if (
      old.constraints.get(name) !== text &&
      !isOfNewColumn(text) &&
      !isWider(old.constraints.get(name), text)
    )
      lost.push(`the constraint ${name} refuses what was allowed`);
  for (const [name, text] of now.uniqueIndexes)
    if (old.uniqueIndexes.get(name) !== text && !isOfNewColumn(text))
      lost.push(`the index ${name} refuses what was allowed`);
  // An `on conflict` names them.
  for (const name of [...old.uniqueIndexes.keys(), ...keysOf(old)])
    if (!now.uniqueIndexes.has(name) && !now.constraints.has(name)) lost.push(`the key ${name} is gone`);
  return lost;
}

const keysOf = ({ constraints }: Table) =>
  [...constraints].filter(([, text]) => /^(UNIQUE|PRIMARY)/.test(text)).map(([name]) => name);

/** A check that allows what it allowed, and more words. */
function isWider(before: string | undefined, after: string): boolean {
  const words = (text: string): string[] => text.match(/'[^']*'/g) ?? [];
  const frame = (text: string) => text.replace(/'[^']*'::text(, )?/g, '');
  if (before === undefined || frame(before) !== frame(after)) return false;
  return words(before).every((word) => words(after).includes(word));
}

const functionsOf = (schema: string) =>
  new Set(
    [...schema.matchAll(/^CREATE OR REPLACE (?:FUNCTION|PROCEDURE) (.+)$/gm)].map(([, name = '']) => name),
  );

function tablesOf(schema: string): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (const [, name = '', body = ''] of schema.matchAll(/^create table (\w+) \(\n(.*?)\n\);$/gms)) {
    const table: Table = { columns: new Map(), constraints: new Map(), uniqueIndexes: new Map() };
    for (const line of body.split('\n')) {
      const [, kind, own = '', rest = ''] = line.match(/^ {2}(constraint )?(\S+) (.*?),?$/) ?? [];
      (kind ? table.constraints : table.columns).set(own, rest);
    }
    tables.set(name, table);
  }
  for (const [, name = '', of = '', rest = ''] of schema.matchAll(
    /^CREATE UNIQUE INDEX (\w+) ON (\w+) (.*);$/gm,
  ))
    tables.get(of)?.uniqueIndexes.set(name, rest);
  return tables;
}
