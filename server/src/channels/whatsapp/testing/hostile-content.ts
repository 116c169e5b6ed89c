import { proto } from '@whiskeysockets/baileys';

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

/** Contents that nobody can show: what they are, the message, and what is stored. */
export const CONTENT: [string, object, object][] = [
  [
    'a type that is newer than we are',
    { bcallMessage: { sessionId: 'novo' } },
    { media_type: 'unsupported' },
  ],
  ['a poll without options', { pollCreationMessage: { name: 'sim?' } }, { media_type: 'unsupported' }],
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
    { media_type: 'unsupported', body: 'x' },
  ],
  ['no contacts', { contactsArrayMessage: { contacts: [] } }, { media_type: 'unsupported' }],
  ['nothing', {}, { media_type: 'unsupported' }],
  [
    'a poll whose options say nothing',
    { pollCreationMessageV3: { name: 'a', options: [{}] } },
    { media_type: 'unsupported' },
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
];
