import { expect, test } from 'vitest';
import { excerpt, marked, wordsOf } from './excerpt.ts';

test('shows what was found, however long the text before it is', () => {
  const long = `${'muito antes '.repeat(40)}o Pão quente\nsai às sete`;
  expect(excerpt('bom dia', ['dia'])).toBe('bom dia');
  expect(excerpt(long, wordsOf('pao, sete'))).toMatch(/^….{24}Pão quente sai às sete$/);
  expect(excerpt('x'.repeat(500), ['y'])).toBe(`${'x'.repeat(140)}…`);
});

test('takes what is typed for words', () => {
  expect(wordsOf(' bolo (de) fubá! ')).toEqual(['bolo', 'de', 'fubá']);
});

test('marks whole words that begin with what was sought, whatever their accents', () => {
  const found = marked('O PÃO e os pães da padaria', ['pa'])
    .filter((piece) => piece.found)
    .map(({ text }) => text);
  expect(found).toEqual(['PÃO', 'pães', 'padaria']);
  expect(marked('a+b', ['']).map(({ text }) => text)).toEqual(['a', '+', 'b']);
});
