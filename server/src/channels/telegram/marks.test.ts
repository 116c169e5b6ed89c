import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withEntities, withMarks } from './marks.ts';

it('our marks go beside the words, and nothing that somebody wrote is markup', () => {
  const text =
    '*Ana:*\n😀 _custa *10*_ ~12~ <b>`x<y`</b> [a](tg://user?id=1) https://x.example/a_b_\n```a\nb```';
  expect(withEntities(text)).toEqual({
    text: 'Ana:\n😀 custa 10 12 <b>x<y</b> [a](tg://user?id=1) https://x.example/a_b_\na\nb',
    entities: [
      { type: 'bold', offset: 0, length: 4 },
      { type: 'bold', offset: 14, length: 2 },
      { type: 'italic', offset: 8, length: 8 },
      { type: 'strikethrough', offset: 17, length: 2 },
      { type: 'code', offset: 23, length: 3 },
      { type: 'pre', offset: 74, length: 3 },
    ],
  });
  expect(withEntities('``` ```')).toEqual({ text: '``` ```', entities: [] });
});

it('what Telegram shows to customers comes with our marks, and an address that it hides is said', () => {
  const said = (text: string, ...entities: [string, number, number, string?][]) =>
    withMarks(
      text,
      entities.map(([type, offset, length, url]) => ({ type, offset, length, url })),
    );
  expect(said('😀 muito bom', ['bold', 3, 9], ['italic', 9, 3])).toBe('😀 *muito* *_bom_*');
  expect(said('veja aqui', ['text_link', 5, 4, 'https://x.example'], ['strikethrough', 5, 4])).toBe(
    'veja ~aqui~ (https://x.example)',
  );
  expect(said('rode\nisto', ['pre', 0, 9])).toBe('```rode```\n```isto```');
  expect(said('@bia oi /start', ['mention', 0, 4], ['bot_command', 8, 6])).toBe('@bia oi /start');
});

it('entities that lie change no word', () => {
  const entity = fc.record({
    type: fc.constantFrom('bold', 'italic', 'code', 'pre', 'text_link', 'other'),
    offset: fc.integer({ min: -3, max: 12 }),
    length: fc.integer({ min: -3, max: 12 }),
    url: fc.constant(undefined),
  });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 10 }), fc.array(entity), (text, entities) => {
      const bare = (from: string) => from.replaceAll(/[*_~`]/g, '');
      expect(bare(withMarks(text, entities))).toBe(bare(text));
    }),
  );
});
