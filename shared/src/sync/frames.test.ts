import { expect, test } from 'vitest';
import { z } from 'zod';
import { clientFrame, PROTOCOL, serverFrame } from './frames.ts';

/** I15. Another hash means other frames: raise PROTOCOL (and MIN_PROTOCOL when old consoles cannot follow), then this. */
const KNOWN = { protocol: 10, hash: '32573130e2526260' };

test('I15: frames change only together with the protocol version', () => {
  const shape = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  const frames = { client: shape(clientFrame, 'input'), server: shape(serverFrame, 'output') };
  const hash = fnv1a(JSON.stringify(sorted(frames)));
  expect({ protocol: PROTOCOL, hash }).toEqual(KNOWN);
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
