import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFewEmoji, type Piece, parseBlocks, parseRichText, plainText, withoutMarks } from './rich-text.ts';

const text = (value: string) => ({ type: 'text', text: value });
const link = (address: string) => ({ type: 'link', text: address, href: address });

test('marks, code and addresses, each inside the others where WhatsApp allows it', () => {
  expect(parseRichText('a *b _c_* ~d~ ```e *f*``` https://x.example/a_b_c.')).toEqual([
    text('a '),
    { type: 'bold', pieces: [text('b '), { type: 'italic', pieces: [text('c')] }] },
    text(' '),
    { type: 'strike', pieces: [text('d')] },
    text(' '),
    { type: 'code', text: 'e *f*' },
    text(' '),
    link('https://x.example/a_b_c'),
    text('.'),
  ]);
});

test('an address is one without its protocol too, and with a large first letter', () => {
  expect(parseRichText('Www.loja.example/a, HTTPS://loja.example')).toEqual([
    { ...link('Www.loja.example/a'), href: 'https://Www.loja.example/a' },
    text(', '),
    link('HTTPS://loja.example'),
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

test('without marks for messengers that would show them, its addresses and lines as they were', () => {
  expect(withoutMarks('*Ana:*\n- veja _aqui_: https://x.example/a_b_ e www.аррӏе.com\n2 * 3')).toBe(
    'Ana:\n- veja aqui: https://x.example/a_b_ e www.аррӏе.com\n2 * 3',
  );
});

test('a long text of unclosed marks is plain, and is read before the test ends', () => {
  const long = '*a _b ~c '.repeat(20_000);
  expect(parseRichText(long)).toEqual([text(long)]);
});

test('quotes and lists by the beginnings of their lines, and what is inside of code is neither', () => {
  expect(
    parseBlocks('Leve:\n- pão\n- *leite*\n1. um\n2. dois\n> disse\n> ela\nfim\n```\n- código\n```'),
  ).toEqual([
    { type: 'lines', pieces: [text('Leve:')] },
    { type: 'list', start: null, items: [[text('pão')], [{ type: 'bold', pieces: [text('leite')] }]] },
    { type: 'list', start: 1, items: [[text('um')], [text('dois')]] },
    { type: 'quote', pieces: [text('disse\nela')] },
    { type: 'lines', pieces: [text('fim\n'), { type: 'code', text: '\n- código\n' }] },
  ]);
});

test.each([
  ['👍', true],
  ['👩🏽‍🚀 🇧🇷 ❤️', true],
  ['👍👍👍👍', false],
  ['1', false],
  ['ok 👍', false],
  ['', false],
])('large emoji: %s', (value, large) => {
  expect(isFewEmoji(value)).toBe(large);
});

test('inline code and nothing inside it', () => {
  expect(parseRichText('rode `npm *start*` já')).toEqual([
    text('rode '),
    { type: 'code', text: 'npm *start*' },
    text(' já'),
  ]);
});

test('any text keeps every word of it, whatever it is made of', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('*', '_', '~', '`', '```', '\n', '> ', '- ', '1. ', 'a', ' ', 'https://x.y/', '<b>'),
      ),
      (parts) => {
        const value = parts.join('');
        const flat = (pieces: Piece[]): string =>
          pieces.map((piece) => ('pieces' in piece ? flat(piece.pieces) : piece.text)).join('');
        const all = parseBlocks(value)
          .map((block) => (block.type === 'list' ? block.items.map(flat).join('') : flat(block.pieces)))
          .join('');
        const words = (from: string) => from.replace(/[^a-z<>]/g, '').replaceAll('>', '');
        expect(words(all)).toBe(words(value));
      },
    ),
  );
});
