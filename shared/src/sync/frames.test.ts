import { expect, test } from 'vitest';
import { z } from 'zod';
import { ENTITIES, ENTITY_NAMES } from './entities.ts';
import { clientFrame, serverFrame } from './frames.ts';
import { FRAMES_HASH, ROWS_HASH } from './protocol.ts';

const shape = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
const hashOf = (value: unknown) => fnv1a(JSON.stringify(sorted(value)));

test('I15: frames change only together with the protocol version', () => {
  const frames = { client: shape(clientFrame, 'input'), server: shape(serverFrame, 'output') };
  expect(hashOf(frames)).toBe(FRAMES_HASH);
});

test('rows change only together with the version of the stores that keep them', () => {
  const rows = ENTITY_NAMES.map((name) => [name, shape(ENTITIES[name].schema, 'output')]);
  expect(hashOf(Object.fromEntries(rows))).toBe(ROWS_HASH);
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
