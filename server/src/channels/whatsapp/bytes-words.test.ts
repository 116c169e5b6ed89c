import { proto } from '@whiskeysockets/baileys';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsInBytes } from './bytes-words.ts';
import { contentOf } from './content.ts';

const field = (number: number, value: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([numberOf(number * 8 + 2), numberOf(bytes.length), bytes]);
};

function numberOf(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) + 128);
  }
}

const WORDS = 'Você vem à degustação de sábado, às nove da manhã?';
const NEWER = field(
  900,
  Buffer.concat([
    field(1, '5511900000000@s.whatsapp.net'),
    field(2, field(1, field(4, WORDS))),
    Buffer.from([0x18, 0x96, 0x01]),
    field(5, 'https://example.com/a'),
    field(6, Buffer.from([0xff, 0xd8, 0xff])),
    field(7, 'image/jpeg'),
  ]),
);

describe('a message newer than the library', () => {
  it('shows its words and keeps its bytes', () => {
    const message = proto.WebMessageInfo.fromObject({ key: { id: 'A1' } });
    const info = { ...message, message: proto.Message.decode(NEWER) } as Parameters<typeof contentOf>[0];
    const plain = Buffer.concat([NEWER, Buffer.from([1])]);
    const content = contentOf(info, plain);
    expect(content).toMatchObject({
      kind: 'unsupported',
      type: 'unknown',
      text: `${WORDS}\nhttps://example.com/a`,
    });
    expect(content?.kind === 'unsupported' && Buffer.from(content.raw).equals(NEWER)).toBe(true);
  });

  it('may be any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(typeof wordsInBytes(bytes)).toBe('string');
      }),
    );
  });

  it('may be packed in itself', () => {
    let packed = field(1, 'dentro');
    for (let depth = 0; depth < 500; depth++) packed = field(1, packed);
    expect(wordsInBytes(packed).length).toBeLessThan(packed.length);
  });
});
