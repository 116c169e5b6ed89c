import { messageCard } from '@balcao/shared/features/messages/card.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { proto } from '@whiskeysockets/baileys';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedContent } from '../../conversation/stored-content.ts';
import { contentOf } from './content.ts';
import { ENVELOPES, isSilent, MESSAGE_KINDS } from './message-kinds.ts';
import { readSchema, type SchemaField } from './testing/message-schema.ts';
import { unwrap } from './wrappers.ts';

const SCHEMA = readSchema();
const KEY = { remoteJid: '5511900000000@s.whatsapp.net', id: 'A1', fromMe: false };
const MAX_FIELDS = 5;
const MAX_DEPTH = 5;

type Drawn = { [field: string]: unknown };

/** Draws a valid message of the library's schema. Each text is a word of its own, so that one can be looked for. */
function drawing(g: fc.GeneratorValue) {
  let words = 0;

  function message(type: string, depth: number, most = MAX_FIELDS): Drawn {
    const fields = (SCHEMA.messages.get(type) ?? []).filter(
      (field) => depth < MAX_DEPTH || !SCHEMA.messages.has(field.type),
    );
    if (fields.length === 0) return {};
    const choice = fc.uniqueArray(fc.constantFrom(...fields), { maxLength: most });
    const chosen = g(() => choice);
    const choices = new Set<string>();
    const drawn: Drawn = {};
    for (const field of chosen) {
      if (field.choice && choices.has(field.choice)) continue;
      choices.add(field.choice);
      drawn[field.name] = field.repeated ? [value(field, depth), value(field, depth)] : value(field, depth);
    }
    return drawn;
  }

  function value({ type }: SchemaField, depth: number): unknown {
    if (SCHEMA.messages.has(type)) return message(type, depth + 1);
    const numbers = SCHEMA.enums.get(type);
    if (numbers) return g(fc.constantFrom, ...numbers);
    switch (type) {
      case 'string':
        words += 1;
        return `palavra${words}.`;
      case 'bytes':
        return g(fc.constantFrom, new Uint8Array(32), new Uint8Array([1, 2, 3]));
      case 'bool':
        return g(fc.boolean);
      case 'float':
      case 'double':
        return g(fc.double, { min: -200, max: 200, noNaN: true });
      default:
        return g(fc.constantFrom, 0, 1, 5, 45_900, 1_780_000_000);
    }
  }

  return { message };
}

const received = (message: Drawn) =>
  proto.WebMessageInfo.decode(
    proto.WebMessageInfo.encode(proto.WebMessageInfo.fromObject({ key: KEY, message })).finish(),
  ) as Parameters<typeof contentOf>[0];

/** What people read of the messages of businesses and phones, as paths; `*` is every entry of a list. */
const VISIBLE = [
  'conversation',
  'extendedTextMessage.text',
  'buttonsMessage.contentText',
  'buttonsMessage.footerText',
  'buttonsMessage.buttons.*.buttonText.displayText',
  'listMessage.title',
  'listMessage.description',
  'listMessage.footerText',
  'listMessage.sections.*.title',
  'listMessage.sections.*.rows.*.title',
  'listMessage.sections.*.rows.*.description',
  'templateMessage.hydratedTemplate.hydratedContentText',
  'templateMessage.hydratedTemplate.hydratedFooterText',
  'templateMessage.hydratedTemplate.hydratedTitleText',
  'templateMessage.hydratedTemplate.hydratedButtons.*.quickReplyButton.displayText',
  'templateMessage.hydratedTemplate.hydratedButtons.*.urlButton.displayText',
  'interactiveMessage.header.title',
  'interactiveMessage.header.subtitle',
  'interactiveMessage.body.text',
  'interactiveMessage.footer.text',
  'interactiveMessage.carouselMessage.cards.*.body.text',
  'orderMessage.message',
  'orderMessage.orderTitle',
  'productMessage.body',
  'productMessage.footer',
  'productMessage.product.title',
  'productMessage.product.description',
  'requestPaymentMessage.noteMessage.conversation',
  'sendPaymentMessage.noteMessage.conversation',
  'invoiceMessage.note',
  'eventMessage.name',
  'eventMessage.description',
  'eventMessage.location.name',
  'eventMessage.location.address',
  'scheduledCallCreationMessage.title',
  'groupInviteMessage.groupName',
  'groupInviteMessage.caption',
  'newsletterAdminInviteMessage.newsletterName',
  'newsletterAdminInviteMessage.caption',
  'stickerPackMessage.name',
  'stickerPackMessage.publisher',
  'stickerPackMessage.caption',
  'stickerPackMessage.packDescription',
  'pollResultSnapshotMessage.name',
  'pollResultSnapshotMessage.pollVotes.*.optionName',
  'buttonsResponseMessage.selectedDisplayText',
  'listResponseMessage.title',
  'templateButtonReplyMessage.selectedDisplayText',
  'interactiveResponseMessage.body.text',
  'questionResponseMessage.text',
] as const;

function at(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (value === undefined || value === null) return [];
  if (step === undefined) return typeof value === 'string' ? [value] : [];
  if (step === '*') return Array.isArray(value) ? value.flatMap((entry) => at(entry, rest)) : [];
  return at(Reflect.get(Object(value), step), rest);
}

const visibleOf = (message: Drawn): string[] => VISIBLE.flatMap((path) => at(message, path.split('.')));

const wrapped = (message: Drawn, envelopes: readonly string[]): Drawn =>
  envelopes.reduce<Drawn>((inner, envelope) => ({ [envelope]: { message: inner } }), message);

describe('whatever message the library can write', () => {
  it('is stored as something, unless it shows nothing', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const info = received(drawing(g).message('Message', 0, 2));
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
      { numRuns: 150 },
    );
  });

  it('keeps every word that people read', () => {
    const fields = [...new Set(VISIBLE.map((path) => path.split('.')[0] ?? ''))];
    let looked = 0;
    fc.assert(
      fc.property(
        fc.gen(),
        fc.constantFrom(...fields),
        fc.array(fc.constantFrom(...ENVELOPES), { maxLength: 3 }),
        (g, field, envelopes) => {
          const type = SCHEMA.messages.get('Message')?.find(({ name }) => name === field)?.type ?? '';
          const drawn = SCHEMA.messages.has(type) ? drawing(g).message(type, 0, 10) : 'palavra';
          const message = { [field]: drawn };
          const words = visibleOf(message);
          looked += words.length;
          if (words.length === 0) return;
          const content = contentOf(received(wrapped(message, envelopes)));
          const { body } = storedContent(content ?? { kind: 'unavailable' });
          expect(words.filter((word) => !body.includes(word))).toEqual([]);
        },
      ),
      { numRuns: 250 },
    );
    expect(looked).toBeGreaterThan(50);
  });

  it('is of the fields that the table has', () => {
    const fields = SCHEMA.messages.get('Message')?.map(({ name }) => name) ?? [];
    expect(Object.keys(MESSAGE_KINDS).toSorted()).toEqual(fields.toSorted());
  });
});
