import { proto } from '@whiskeysockets/baileys';
import { expect } from 'vitest';

export const MAX = 65_536;
export const CARD = (chars: number) => `BEGIN:VCARD\nVERSION:3.0\nNOTE:${'x'.repeat(chars)}\nEND:VCARD`;

/** A message with one field that no version knows. */
export const UNKNOWN_FIELD = Buffer.concat([Buffer.from([0xfa, 0xff, 0x07, 0x02]), Buffer.from('??')]);
export const padded = (plain: Uint8Array) => Buffer.concat([plain, Buffer.from([1])]);

/** View-once inside view-once, as deep as the bytes allow. */
export function nested(depth: number): Buffer {
  let message = Buffer.from(proto.Message.encode({ conversation: 'fundo' }).finish());
  for (let level = 0; level < depth; level += 1)
    message = Buffer.from(
      // viewOnceMessage { message }, written by hand: the encoder would overflow its own stack.
      Buffer.concat([tagged(37, tagged(1, message))]),
    );
  return message;
}

function tagged(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

/** Contents of which little or nothing can be shown: what they are, the message, and what is stored. */
export const CONTENT: [string, object, object][] = [
  [
    'a type that is newer than we are',
    { bcallMessage: { sessionId: 'novo' } },
    { media_type: 'unsupported' },
  ],
  ['a poll without options', { pollCreationMessage: { name: 'sim?' } }, { media_type: 'poll', body: 'sim?' }],
  ['a poll without anything', { pollCreationMessageV3: {} }, { media_type: 'unsupported' }],
  [
    'a picture without key, whose words are shown,',
    { imageMessage: { caption: 'oi' } },
    { media_type: 'unsupported', body: 'oi' },
  ],
  [
    'a place outside of the world',
    { locationMessage: { degreesLatitude: 9e9, degreesLongitude: 0 } },
    { media_type: 'unsupported' },
  ],
  [
    'a contact without a card',
    { contactMessage: { displayName: 'x' } },
    { media_type: 'vcard', body: expect.stringContaining('FN:x') },
  ],
  ['no contacts', { contactsArrayMessage: { contacts: [] } }, { media_type: 'unsupported' }],
  ['nothing', {}, { media_type: 'unsupported' }],
  [
    'a poll whose options say nothing',
    { pollCreationMessageV3: { name: 'a', options: [{}] } },
    { media_type: 'poll', body: 'a' },
  ],
  [
    'a walk outside of the world',
    { liveLocationMessage: { degreesLatitude: 'x', degreesLongitude: 1e9 } },
    { media_type: 'unsupported' },
  ],
  [
    'something to be seen once that is nothing',
    { viewOnceMessageV2: { message: {} } },
    { media_type: 'unsupported' },
  ],
  [
    'an answer of 100 kB',
    { listResponseMessage: { title: 'x'.repeat(100_000), singleSelectReply: { selectedRowId: 'a' } } },
    { media_type: 'chat', body: 'x'.repeat(MAX) },
  ],
  [
    'a list of 5,000 lines',
    {
      listMessage: {
        title: 'Bolos',
        sections: [{ rows: Array.from({ length: 5_000 }, (_, place) => ({ title: `Bolo ${place}` })) }],
      },
    },
    { media_type: 'chat', body: expect.stringMatching(/^Bolos\n• Bolo 0\n(• Bolo \d+\n){48}• Bolo 49$/) },
  ],
  [
    'an order of 5,000 lines, of which each costs nothing that can be counted',
    flow('review_and_pay', {
      order: { items: Array.from({ length: 5_000 }, () => ({ amount: { value: -1, offset: 100 } })) },
    }),
    { media_type: 'chat', body: 'Pague aqui' },
  ],
  [
    'a price that is negative',
    { orderMessage: { message: 'Quero', totalAmount1000: -1, totalCurrencyCode: 'BRL' } },
    { media_type: 'chat', body: 'Quero' },
  ],
  [
    'a price that no number holds',
    { orderMessage: { message: 'Quero', totalAmount1000: '9007199254740993', totalCurrencyCode: 'BRL' } },
    { media_type: 'chat', body: 'Quero' },
  ],
  [
    'a form of a megabyte of nesting',
    {
      interactiveResponseMessage: {
        body: { text: 'Enviado' },
        nativeFlowResponseMessage: { name: 'flow', paramsJson: '['.repeat(1_000_000) },
      },
    },
    { media_type: 'chat', body: 'Enviado' },
  ],
  [
    'a form that is no JSON',
    {
      interactiveResponseMessage: {
        body: { text: 'Enviado' },
        nativeFlowResponseMessage: { name: 'flow', paramsJson: 'isto não é JSON' },
      },
    },
    { media_type: 'chat', body: 'Enviado' },
  ],
  [
    'a link that is no page',
    flow('cta_url', { display_text: 'Abrir', url: 'javascript:alert(1)' }),
    { media_type: 'chat', body: 'Pague aqui\n• Abrir' },
  ],
  [
    'cards within a card within a card',
    {
      interactiveMessage: {
        body: { text: 'Bolos' },
        carouselMessage: { cards: [carousel('Fubá', carousel('dentro', {}))] },
      },
    },
    { media_type: 'chat', body: 'Bolos\nFubá' },
  ],
];

function flow(name: string, parameters: object): object {
  const buttons = [{ name, buttonParamsJson: JSON.stringify(parameters) }];
  return { interactiveMessage: { body: { text: 'Pague aqui' }, nativeFlowMessage: { buttons } } };
}

function carousel(text: string, card: object): object {
  return { body: { text }, carouselMessage: { cards: [card] } };
}
