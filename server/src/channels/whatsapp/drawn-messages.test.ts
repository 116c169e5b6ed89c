import { messageCard } from '@balcao/shared/features/messages/card.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { proto } from '@whiskeysockets/baileys';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEEP } from '../../../test/sample.ts';
import { storedContent } from '../../conversation/stored-content.ts';
import type { InboundContent } from '../channel.ts';
import { contentOf } from './content.ts';
import { ENVELOPES, isSilent, MESSAGE_KINDS } from './message-kinds.ts';
import { type Drawn, drawing, SCHEMA } from './testing/drawn-message.ts';
import { wordsOfPeople } from './testing/words-of-people.ts';
import { unwrap } from './wrappers.ts';

const RUNS = DEEP ? 20_000 : 1_000;
const DEADLINE_MS = DEEP ? 600_000 : 60_000;
const KEY = { remoteJid: '5511900000000@s.whatsapp.net', id: 'A1', fromMe: false };

const received = (message: Drawn) =>
  proto.WebMessageInfo.decode(
    proto.WebMessageInfo.encode(proto.WebMessageInfo.fromObject({ key: KEY, message })).finish(),
  ) as Parameters<typeof contentOf>[0];

/** What is shown by itself, not by the message in it. */
const SHOWN = (SCHEMA.messages.get('Message') ?? []).filter(
  ({ name }) => !isSilent(name) && !ENVELOPES.some((envelope) => envelope === name),
);

/** Everything that is kept of a message for people to read. */
function shownOf(content: InboundContent): string {
  const { body, media, poll, card } = storedContent(content);
  return JSON.stringify([body, media?.fileName, poll?.options, card]);
}

const drawnEnvelopes = fc.array(fc.constantFrom(...ENVELOPES), { maxLength: 3 });

/** Mostly one thing is shown, as every phone has it. */
const drawnFields = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SHOWN).map((field) => [field]) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...SHOWN), { minLength: 2, maxLength: 3 }) },
);

const wrapped = (message: Drawn, envelopes: readonly string[]): Drawn =>
  envelopes.reduce<Drawn>((inner, envelope) => ({ [envelope]: { message: inner } }), message);

describe('whatever message the library can write', () => {
  it(
    'is stored as something, unless it shows nothing',
    () => {
      fc.assert(
        fc.property(fc.gen(), drawnEnvelopes, (g, envelopes) => {
          const info = received(wrapped(drawing(g).message([], 'Message', 5), envelopes));
          const content = contentOf(info);
          if (content === null) {
            const shown = Object.keys(unwrap(info.message).message).filter((field) => !isSilent(field));
            expect(shown).toEqual([]);
            return;
          }
          const { body, preview, card } = storedContent(content);
          expect([body.length <= MESSAGE_MAX_CHARS, preview.length <= 250]).toEqual([true, true]);
          if (card) expect(messageCard.parse(card)).toEqual(card);
        }),
        { numRuns: RUNS / 10 },
      );
    },
    DEADLINE_MS,
  );

  it(
    'keeps every word that people read',
    () => {
      let looked = 0;
      fc.assert(
        fc.property(fc.gen(), drawnFields, drawnEnvelopes, (g, fields, envelopes) => {
          const { valueIn } = drawing(g);
          const message = Object.fromEntries(
            fields.map((field) => [field.name, valueIn(['Message'], field, 8)]),
          );
          const content = contentOf(received(wrapped(message, envelopes)));
          // What may be seen once is kept on phones alone.
          if (content?.kind === 'viewOnce') return;
          const words = wordsOfPeople('Message', message);
          looked += words.length;
          const shown = shownOf(content ?? { kind: 'unavailable' });
          expect(words.filter((word) => !shown.includes(word))).toEqual([]);
        }),
        { numRuns: RUNS },
      );
      expect(looked).toBeGreaterThan(RUNS / 2);
    },
    DEADLINE_MS,
  );

  it('is of the fields that the table has', () => {
    const fields = SCHEMA.messages.get('Message')?.map(({ name }) => name) ?? [];
    expect(Object.keys(MESSAGE_KINDS).toSorted()).toEqual(fields.toSorted());
  });
});
