import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

test('a long text is cut between paragraphs, else lines, sentences, words, and nowhere else if it can', () => {
  expect(splitText('Olá! Tudo bem?', 100)).toEqual(['Olá! Tudo bem?']);
  expect(splitText('um dois\n\ntrês quatro', 12)).toEqual(['um dois', 'três quatro']);
  expect(splitText('Primeira frase. Segunda', 20)).toEqual(['Primeira frase.', 'Segunda']);
  expect(splitText('aaa bbb ccc', 8)).toEqual(['aaa bbb', 'ccc']);
  expect(splitText('😀😀😀', 3)).toEqual(['😀', '😀', '😀']);
  expect(splitText(' \n ', 3)).toEqual([]);
});

test('every letter of any text stays, in its order, in parts that fit', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 2, max: 40 }),
      (text, most) => {
        const parts = splitText(text, most);
        expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(most);
      },
    ),
  );
});
