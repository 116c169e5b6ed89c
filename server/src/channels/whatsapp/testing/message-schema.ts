import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What the library's own definition says of a field. */
export interface SchemaField {
  name: string;
  /** A built-in type, or the full name of a message or an enumeration. */
  type: string;
  repeated: boolean;
  /** Fields of one choice exclude one another; '' for none. */
  choice: string;
}

interface Schema {
  messages: ReadonlyMap<string, SchemaField[]>;
  enums: ReadonlyMap<string, number[]>;
}

const MESSAGE = /^message (\w+) \{$/;
const ENUM = /^enum (\w+) \{$/;
const ONEOF = /^oneof (\w+) \{$/;
const FIELD = /^(?:(optional|repeated|required) )?([\w.]+) (\w+) = \d+/;
const VALUE = /^\w+ = (\d+);$/;

/** The definition that the library's decoder was made from. */
export function readSchema(): Schema {
  const library = dirname(createRequire(import.meta.url).resolve('@whiskeysockets/baileys/package.json'));
  const messages = new Map<string, SchemaField[]>();
  const enums = new Map<string, number[]>();
  const scopes: { kind: 'message' | 'enum' | 'oneof'; name: string }[] = [];
  for (const line of readFileSync(join(library, 'WAProto/WAProto.proto'), 'utf8').split('\n')) {
    const text = line.trim();
    const within = scopes.filter(({ kind }) => kind === 'message').map(({ name }) => name);
    const opened = (pattern: RegExp) => pattern.exec(text)?.[1];
    const [message, enumeration, choice] = [opened(MESSAGE), opened(ENUM), opened(ONEOF)];
    if (message) {
      scopes.push({ kind: 'message', name: message });
      messages.set([...within, message].join('.'), []);
    } else if (enumeration) {
      scopes.push({ kind: 'enum', name: enumeration });
      enums.set([...within, enumeration].join('.'), []);
    } else if (choice) scopes.push({ kind: 'oneof', name: choice });
    else if (text === '}') scopes.pop();
    else if (scopes.at(-1)?.kind === 'enum') {
      const value = VALUE.exec(text)?.[1];
      if (value) enums.get([...within, scopes.at(-1)?.name].join('.'))?.push(Number(value));
    } else {
      const [, label, type, name] = FIELD.exec(text) ?? [];
      if (type && name)
        messages.get(within.join('.'))?.push({
          name,
          type,
          repeated: label === 'repeated',
          choice: scopes.at(-1)?.kind === 'oneof' ? (scopes.at(-1)?.name ?? '') : '',
        });
    }
  }
  for (const [scope, fields] of messages)
    for (const field of fields) field.type = fullName(scope, field.type, { messages, enums });
  return { messages, enums };
}

/** A name means what stands closest around its field. */
function fullName(scope: string, type: string, { messages, enums }: Schema): string {
  for (let around = scope.split('.'); ; around = around.slice(0, -1)) {
    const name = [...around, type].join('.');
    if (messages.has(name) || enums.has(name)) return name;
    if (around.length === 0) return type;
  }
}
