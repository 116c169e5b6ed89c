import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { MUTATION_NAMES } from '@balcao/shared/sync/commands.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DEEP, SEED } from '../../test/sample.ts';
import {
  ana,
  arrivalTime,
  foreign,
  hello,
  other,
  own,
  prepare,
  say,
  server,
  type Word,
  witness,
} from './testing/hostile.ts';

prepare();

const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** Values at the edge of their types, and beyond. */
function edges() {
  const number = fc.constantFrom(0, 1, -1, 1.5, 2 ** 31, -(2 ** 31), Number.MAX_SAFE_INTEGER, 2 ** 63, 1e308);
  const id = fc.constantFrom(
    own.id,
    foreign.id,
    1,
    0,
    -1,
    1.5,
    2 ** 31,
    Number.MAX_SAFE_INTEGER,
    2 ** 63,
    '1',
  );
  const uuid = fc.oneof(
    fc.uuid(),
    fc.constantFrom(
      foreign.uuid,
      foreign.messageId,
      foreign.mediaId,
      '',
      `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`,
    ),
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      '\0',
      'a\0b',
      '\ud800',
      '\u202e',
      'x'.repeat(MESSAGE_MAX_CHARS),
      "'; drop table users; --",
      '__proto__',
    ),
  );
  const instant = fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constantFrom(
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999999Z',
      '2026-02-28T23:59:59+23:59',
      '2026-01-01T00:00:00-00:00',
      'now',
      '',
    ),
  );
  return { number, id, uuid, text, instant };
}

type Edges = ReturnType<typeof edges>;
type Frame = (type: string, fields: Record<string, fc.Arbitrary<unknown>>) => fc.Arbitrary<unknown>;

/** A frame that lacks some of its fields. */
const torn: Frame = (type, fields) =>
  fc.record({ type: fc.constant(type), ...fields }, { requiredKeys: ['type'] });
const whole: Frame = (type, fields) => fc.record({ type: fc.constant(type), ...fields });

function bodies(frame: Frame, { number, id, uuid, text, instant }: Edges) {
  const args = fc.record({
    ticketId: id,
    id: uuid,
    body: text,
    mediaId: nullable(uuid),
    quotedMsgId: nullable(uuid),
  });
  const mutation = fc.record({
    seq: fc.oneof(fc.constantFrom(1, 1, 2), number),
    name: fc.oneof(fc.constantFrom(...MUTATION_NAMES), text),
    args,
    at: instant,
  });
  const position = fc.record({ createdAt: instant, id: uuid });
  const row = fc.record({ lastMessageAt: instant, id });
  const what = {
    reqId: number,
    what: fc.constantFrom('messages', 'closedTickets', 'ticket', 'users'),
    ticketId: id,
    uuid,
  };
  return fc.oneof(
    frame('interest', {
      tickets: fc.array(id, { maxLength: 25 }),
      contacts: fc.array(id, { maxLength: 25 }),
    }),
    frame('ack', { seq: number }),
    { weight: 4, arbitrary: frame('push', { mutations: fc.array(mutation, { maxLength: 20 }) }) },
    {
      weight: 4,
      arbitrary: frame('fetch', {
        ...what,
        before: nullable(fc.oneof(position, row)),
        limit: fc.constantFrom(1, 100, 101, 0),
      }),
    },
    frame('auth', { token: fc.oneof(text, fc.constant(ana.token)) }),
    frame('ping', { t: number }),
  );
}

/** A greeting, and what is said after it. */
function frames() {
  const values = edges();
  const { number, uuid, text } = values;
  const frame = fc.oneof(
    { weight: 6, arbitrary: bodies(whole, values) },
    bodies(torn, values),
    fc.object({ key: fc.constantFrom('type', 'seq', '__proto__', 'toString') }),
  );
  const greeting = {
    protocol: fc.constantFrom(1, 1, 1, 0, 2, 2 ** 40),
    schema: fc.oneof(fc.constant(1), number),
    appVersion: fc.oneof(fc.constant('test'), text),
    cursor: nullable(fc.record({ epoch: uuid, seq: number })),
    viewVersion: nullable(number),
  };
  const words = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: frame.map((value): Word => JSON.stringify(value)) },
      fc.oneof(text, fc.json(), fc.uint8Array({ maxLength: 40 })),
    ),
    { maxLength: 6 },
  );
  const greetings = fc.oneof(fc.constant({}), fc.record(greeting, { requiredKeys: [] }));
  return fc.tuple(greetings.map(hello), words);
}

test(`whatever is said is answered, or ends that line alone (SEED=${SEED})`, async () => {
  const ends: (number | null)[] = [null, CLOSE.protocolError, CLOSE.protocolTooOld, CLOSE.tokenInvalid];
  await fc.assert(
    fc.asyncProperty(frames(), async ([greeting, words]) => {
      const { heard, code } = await say([greeting, ...words]);
      expect(ends).toContain(code);
      // A token is looked at beside the frames: what is said of it may come after the answer to the last one.
      if (code !== null) expect(heard.length).toBe(1);
      expect(heard).not.toContain('ERR_UNAVAILABLE');
      expect(witness.ws.readyState).toBe(WebSocket.OPEN);
      expect(server.errors()).toEqual([]);
    }),
    { seed: SEED, numRuns: DEEP ? 500 : 60, endOnFailure: process.env.SHRINK !== '1' },
  );
  await arrivalTime();
  const [left] = await server.admin`select count(*)::int from tickets where company_id = ${other.companyId}`;
  expect(left).toEqual({ count: 1 });
}, 120_000);
