import { readFileSync } from 'node:fs';
import type { JsonSchema } from './json-schema.ts';

/** What the files of contracts and models say of their calls and fields, in the comments right above them. */
export interface Comments {
  /** What the whole file is about; empty when it does not say. */
  file: string;
  /** Of a call; empty without one. */
  call(name: string): string;
  /** Writes those of the fields into a schema of this file. */
  describe(schema: JsonSchema): JsonSchema;
}

const read = new Map<string, Comments>();

/** @param file below shared/src: `api/tags.ts` */
export function readComments(file: string): Comments {
  const known = read.get(file);
  if (known) return known;
  const source = readFileSync(new URL(import.meta.resolve(`@balcao/shared/${file}`)), 'utf8');
  const comments = commentsOf(source);
  read.set(file, comments);
  return comments;
}

const COMMENT = String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*`;

function commentsOf(source: string): Comments {
  const calls = new Map<string, string>();
  for (const [, comment = '', name = ''] of source.matchAll(
    new RegExp(`${COMMENT}export const (\\w+) = route\\(`, 'g'),
  ))
    calls.set(name, plain(comment));
  const fields = new Map<string, string>();
  for (const [, comment = '', name = ''] of source.matchAll(new RegExp(`${COMMENT}(\\w+)(?=:|,\\n)`, 'g')))
    if (timesNamed(source, name) === 1) fields.set(name, plain(comment));
  return {
    file: plain(new RegExp(`\\n\\n${COMMENT.replace('\\s*', '')}\\n\\n`).exec(source)?.[1] ?? ''),
    call: (name) => calls.get(name) ?? '',
    describe: (schema) => describe(schema, fields),
  };
}

/** A name that a file has for two fields may mean two things: neither is described. */
const timesNamed = (source: string, name: string): number =>
  [
    ...source
      .replace(new RegExp(COMMENT, 'g'), '')
      .matchAll(new RegExp(`(?<![.\\w'])${name}(?=:|,\\n| }|, )`, 'g')),
  ].length;

function plain(comment: string): string {
  return comment.replace(/\s*\n\s*\* ?/g, '\n').trim();
}

function describe(schema: JsonSchema, fields: ReadonlyMap<string, string>): JsonSchema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(items ? { items: describe(items, fields) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((one) => describe(one, fields)) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => {
              const description = fields.get(name);
              return [name, { ...describe(field, fields), ...(description ? { description } : {}) }];
            }),
          ),
        }
      : {}),
  };
}
