import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropUnread } from './drop-unread.ts';
import { joined } from './lines.ts';
import { readVcards } from './read-vcards.ts';

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** As it travels: in pieces of so many bytes. */
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function left(bytes: Uint8Array, size = 65_536): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  for await (const piece of dropUnread(inPieces(bytes, size))) kept.push(piece);
  return joined(kept);
}
const textLeft = async (text: string, size?: number) =>
  new TextDecoder().decode(await left(bytesOf(text), size));

describe('of a card is dropped', () => {
  const picture = 'QUJD'.repeat(5_000);
  it.each([
    [
      'a picture in one line',
      card('FN:Ana', `PHOTO;ENCODING=b;TYPE=JPEG:${picture}`, 'TEL:190'),
      'PHOTO;ENCODING=b;TYPE=JPEG:',
    ],
    [
      'one that is folded',
      card('FN:Ana', 'item1.LOGO;ENCODING=b:QUJD', ' QUJD', '\tQUJD', 'TEL:190'),
      'item1.LOGO;ENCODING=b:',
    ],
    [
      'a sound in quoted-printable',
      card('FN:Ana', 'SOUND;QUOTED-PRINTABLE:A=', 'TEL:1=', 'B', 'TEL:190'),
      'SOUND;QUOTED-PRINTABLE:',
    ],
    [
      'a key',
      card('FN:Ana', 'KEY;VALUE=uri:data:application/pgp-keys;base64,QUJD', 'TEL:190'),
      'KEY;VALUE=uri:',
    ],
    [
      'what only one maker writes',
      card('FN:Ana', `X-MS-CARDPICTURE:${picture}`, 'TEL:190'),
      'X-MS-CARDPICTURE:',
    ],
  ])('%s', async (_, text, head) => {
    const expected = ['BEGIN:VCARD', 'FN:Ana', head, 'TEL:190', 'END:VCARD', ''].join('\n');
    for (const size of [1, 7, 65_536]) expect(await textLeft(text, size)).toBe(expected);
  });

  it('a picture that is not indented, but for one sign that ends what is before it', async () => {
    const text = card('FN:Ana', 'PHOTO;BASE64:QUJD', 'QUJD', 'QUJD', '', 'TEL:190');
    expect(await textLeft(text)).toBe('BEGIN:VCARD\nFN:Ana\nPHOTO;BASE64:\nQ\nTEL:190\nEND:VCARD\n');
  });
});

it('reads the same people in what is left, wherever it was cut', async () => {
  const pieces = [
    ...[
      'BEGIN:VCARD',
      'END:VCARD',
      'FN:',
      'TEL;CELL:190',
      'NOTE;ENCODING=QUOTED-PRINTABLE:',
      'PHOTO;QUOTED-PRINTABLE:',
    ],
    ...[
      'PHOTO;ENCODING=b:',
      'AGENT:',
      'item1.TEL:',
      'X"',
      '=',
      '=3D',
      ':',
      ' ',
      '\t',
      '\r',
      '\n',
      '\r\n',
      '\r\n ',
      '=\r\n',
      '=\r\n\r\n',
      'a b:',
    ],
    ...['QUJD', 'ç', '\uFEFF', 'x'.repeat(1_200), '1'],
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 2_000 }), async (cards, size) => {
      const bytes = bytesOf(cards);
      const kept = await left(bytes, size);
      expect(kept.length).toBeLessThanOrEqual(bytes.length + 1);
      expect([...readVcards(kept)]).toEqual([...readVcards(bytes)]);
    }),
    { numRuns: 500 },
  );
});
