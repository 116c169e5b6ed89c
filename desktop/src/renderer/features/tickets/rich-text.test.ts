import { expect, test } from 'vitest';
import { parseRichText, plainText } from './rich-text.ts';

const text = (value: string) => ({ type: 'text', text: value });

test('marks, code and addresses, each inside the others where WhatsApp allows it', () => {
  expect(parseRichText('a *b _c_* ~d~ ```e *f*``` https://x.example/a_b_c.')).toEqual([
    text('a '),
    { type: 'bold', pieces: [text('b '), { type: 'italic', pieces: [text('c')] }] },
    text(' '),
    { type: 'strike', pieces: [text('d')] },
    text(' '),
    { type: 'code', text: 'e *f*' },
    text(' '),
    { type: 'link', text: 'https://x.example/a_b_c', href: 'https://x.example/a_b_c' },
    text('.'),
  ]);
});

test.each([
  '2 * 3 * 4',
  'nome_do_arquivo',
  '*sem fim',
  '* espaço *',
  'a*b*c',
  '*linha\nnova*',
  'javascript:alert(1)',
])('no mark: %s', (value) => {
  expect(parseRichText(value)).toEqual([text(value)]);
});

test('on one line without marks', () => {
  expect(plainText('*Olá*\n_tudo_  bem?')).toBe('Olá tudo bem?');
});

test('a long text of unclosed marks is read in no time', () => {
  const started = performance.now();
  parseRichText('*a _b ~c '.repeat(7_000));
  expect(performance.now() - started).toBeLessThan(500);
});
