import { readVcards } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { describe, expect, it } from 'vitest';
import { fittingCards } from './contact-cards.ts';

const card = (name: string, photoChars: number, ...more: string[]) =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${name}`,
    `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(photoChars)}`,
    ...more,
    'TEL;TYPE=CELL:+5511987654321',
    'END:VCARD',
  ].join('\r\n');

const peopleOf = (vcards: readonly string[]) =>
  vcards.flatMap((vcard) => [...readVcards(vcard)].map(({ name, phones }) => [name, phones[0]?.number]));
const NUMBER = '+5511987654321';

describe('the cards that one message holds', () => {
  it('stay as they came where there is room', () => {
    const cards = [card('Ana', 12_000), card('Rui', 12_000)];
    expect(fittingCards(cards)).toEqual(cards);
  });

  it('lose their pictures before anybody is left out', () => {
    const names = Array.from({ length: 10 }, (_, at) => `Pessoa ${at}`);
    const kept = fittingCards(names.map((name) => card(name, 12_000)));
    expect(peopleOf(kept)).toEqual(names.map((name) => [name, NUMBER]));
    expect(kept[0]).toContain('VERSION:3.0');
  });

  it('are read behind a picture of 80 kB', () => {
    expect(peopleOf(fittingCards([card('Ana', 80_000)]))).toEqual([['Ana', NUMBER]]);
  });

  it('are those that fit, also behind one that does not', () => {
    const long = card('Bia', 0, `NOTE:${'n'.repeat(30_000)}`);
    const kept = fittingCards([card('Ana', 80_000), long, long, long, card('Rui', 9)]);
    expect(peopleOf(kept).map(([name]) => name)).toEqual(['Ana', 'Bia', 'Bia', 'Rui']);
    expect(kept.join('\n').length).toBeLessThanOrEqual(MESSAGE_MAX_CHARS);
  });

  it('are the first, cut, where none fits', () => {
    const phones = Array.from({ length: 5_000 }, (_, at) => `TEL:+55119${10_000_000 + at}`);
    const [kept = '', ...others] = fittingCards([card('Ana', 0, ...phones), card('Rui', 0, ...phones)]);
    expect([kept.length, peopleOf([kept])[0], others]).toEqual([
      MESSAGE_MAX_CHARS,
      ['Ana', '+5511910000000'],
      [],
    ]);
  });
});
