import { expect, test } from 'vitest';
import { z } from 'zod';
import { ENTITIES, ENTITY_NAMES } from './entities.ts';
import { clientFrame, PROTOCOL, STORE_SCHEMA, serverFrame } from './frames.ts';

/** I15. Another hash means other frames: raise PROTOCOL (and MIN_PROTOCOL when old consoles cannot follow), then this. */
const KNOWN = { protocol: 19, hash: '1ced95356d74dc44' };

/** Another hash means other rows in the stores of consoles: raise STORE_SCHEMA (not for a new entity), then this. */
const KNOWN_ROWS = { schema: 19, hash: '6624216ae781731' };

const shape = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
const hashOf = (value: unknown) => fnv1a(JSON.stringify(sorted(value)));

test('I15: frames change only together with the protocol version', () => {
  const frames = { client: shape(clientFrame, 'input'), server: shape(serverFrame, 'output') };
  expect({ protocol: PROTOCOL, hash: hashOf(frames) }).toEqual(KNOWN);
});

test('rows change only together with the version of the stores that keep them', () => {
  const rows = ENTITY_NAMES.map((name) => [name, shape(ENTITIES[name].schema, 'output')]);
  expect({ schema: STORE_SCHEMA, hash: hashOf(Object.fromEntries(rows)) }).toEqual(KNOWN_ROWS);
});

/** Keys and alternatives in one order, so that moving a line in the source is no change; only a tuple has an order. */
function sorted(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => sorted(item));
    return key === 'prefixItems'
      ? items
      : items.toSorted((a, b) => order(JSON.stringify(a), JSON.stringify(b)));
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => order(a, b))
      .map(([name, inner]) => [name, sorted(inner, name)]),
  );
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** 64 bits are enough to notice a change; this package must not use Node. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const char of text)
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return hash.toString(16);
}
