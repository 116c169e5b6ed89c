import { expect, test } from 'vitest';
import { z } from 'zod';
import { clientFrame, PROTOCOL, serverFrame } from './frames.ts';

/** I15. Another hash means other frames: raise PROTOCOL (and MIN_PROTOCOL when old consoles cannot follow), then this. */
const KNOWN = { protocol: 10, hash: 'c171d3bf73f3e4ed' };

test('I15: frames change only together with the protocol version', () => {
  const shape = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  const frames = { client: shape(clientFrame, 'input'), server: shape(serverFrame, 'output') };
  const hash = fnv1a(JSON.stringify(sorted(frames)));
  expect({ protocol: PROTOCOL, hash }).toEqual(KNOWN);
});

/** Keys in one order, so that moving a line in the source is no change. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** 64 bits are enough to notice a change; this package knows no Node. */
function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const char of text)
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return hash.toString(16);
}
