import { describe, expect, it } from 'vitest';
import { answerTo, linesOf, readInput, type TypebotInput, typebotInput } from './typebot-input.ts';

const inputOf = (input: object): TypebotInput => readInput({ id: 'i', ...input })!;

const areas = inputOf({
  type: 'choice input',
  items: [
    { id: 'c1', content: 'Vendas' },
    { id: 'c2', content: '🛠️ Suporte técnico', value: 'sup' },
    { id: 'c3', content: 'Opção B' },
    { id: 'c4', content: 'Vendas e suporte' },
  ],
});
const extras = inputOf({
  ...areas,
  type: 'choice input',
  options: { isMultipleChoice: true },
  items: [
    { id: 'c1', content: 'Queijo' },
    { id: 'c2', content: 'Arroz e feijão' },
    { id: 'c3', content: 'Suco' },
  ],
});
const cards = inputOf({
  type: 'cards',
  items: [
    {
      id: 'k1',
      title: 'Plano 300',
      description: 'R$ 99',
      paths: [
        { id: 'p1', text: 'Assinar' },
        { id: 'p2', text: 'Detalhes do 300' },
      ],
    },
    { id: 'k2', title: 'Plano 600', paths: [{ id: 'p3', text: 'Assinar' }] },
    { id: 'k3', title: 'Nenhum' },
  ],
});
const stars = inputOf({
  type: 'rating input',
  options: { length: 3, startsAt: 1, labels: { left: 'Ruim', right: 'Ótimo' } },
});
const sizes = inputOf({
  type: 'choice input',
  items: [{ id: 'a', content: '3' }, { id: 'b', content: '1' }, { id: 'c' }],
});

it('asks as numbered lines', () => {
  expect(linesOf(areas)).toBe('1 - Vendas\n2 - 🛠️ Suporte técnico\n3 - Opção B\n4 - Vendas e suporte');
  const pictures = inputOf({
    type: 'picture choice input',
    items: [
      { id: 'a', pictureSrc: 'https://x.com/a.png', title: 'Bolo', description: 'de milho' },
      { id: 'b', description: 'Torta' },
    ],
  });
  expect(linesOf(pictures)).toBe('1 - Bolo\nde milho\n2 - Torta');
  expect(linesOf(cards)).toBe(
    '*Plano 300*\nR$ 99\n1 - Assinar\n2 - Detalhes do 300\n\n*Plano 600*\n3 - Assinar\n4 - Nenhum',
  );
  expect(linesOf(stars)).toBe('1 - Ruim\n2\n3 - Ótimo');
  expect(linesOf(inputOf({ type: 'rating input' }))).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10');
});

describe('one choice', () => {
  it.each([
    ['2', 'c2'],
    ['2.', 'c2'],
    ['2)', 'c2'],
    ['2️⃣', 'c2'],
    ['２', 'c2'],
    [' 1 ', 'c1'],
    ['2 - Suporte técnico', 'c2'],
    ['suporte tecnico', 'c2'],
    ['OPCAO B!', 'c3'],
    ['vendas', 'c1'],
    ['Vendas e Suporte', 'c4'],
    ['c3', 'c3'],
  ])('%j is %s', (text, replyId) => {
    const { says } = areas.choices.find(({ id }) => id === replyId)!;
    expect(answerTo(areas, text)).toEqual({ text: says, replyId });
  });

  it.each([['5'], ['0'], ['22'], ['oi'], [''], ['?'], ['1 e 2'], ['sup porte']])('%j is none', (text) => {
    expect(answerTo(areas, text)).toBeNull();
  });

  it('knows a choice that is called by a number before its place', () => {
    expect([answerTo(sizes, '1'), answerTo(sizes, '3'), answerTo(sizes, '2')]).toEqual([
      { text: '1', replyId: 'b' },
      { text: '3', replyId: 'a' },
      { text: '1', replyId: 'b' },
    ]);
  });

  it('tells cards of one label apart by number alone', () => {
    expect(answerTo(cards, '3')).toEqual({ text: 'p3', replyId: 'p3' });
    expect(answerTo(cards, 'assinar')).toBeNull();
    expect(answerTo(cards, 'detalhes do 300')).toEqual({ text: 'Detalhes do 300', replyId: 'p2' });
    expect(answerTo(cards, 'nenhum')).toEqual({ text: 'Nenhum', replyId: 'k3' });
  });

  it('counts to ten with emoji', () => {
    const ten = inputOf({
      type: 'choice input',
      items: Array.from({ length: 12 }, (_, at) => ({
        id: `n${at + 1}`,
        content: `Item ${'abcdefghijkl'[at]}`,
      })),
    });
    expect(answerTo(ten, '🔟')?.replyId).toBe('n10');
    expect(answerTo(ten, '1️⃣2️⃣')?.replyId).toBe('n12');
  });
});

describe('several choices', () => {
  it.each([
    ['1, 3', 'Queijo, Suco'],
    ['1 3', 'Queijo, Suco'],
    ['3️⃣ e 1️⃣', 'Suco, Queijo'],
    ['1;1;2', 'Queijo, Arroz e feijão'],
    ['queijo e suco', 'Queijo, Suco'],
    ['arroz e feijao', 'Arroz e feijão'],
    ['2\n3', 'Arroz e feijão, Suco'],
  ])('%j is %j', (text, says) => {
    expect(answerTo(extras, text)).toEqual({ text: says });
  });

  it.each([['1, 9'], ['queijo e pão'], [','], ['13']])('%j is no answer', (text) => {
    expect(answerTo(extras, text)).toBeNull();
  });
});

it.each([
  ['1', '1'],
  ['ótimo', '3'],
  ['3️⃣', '3'],
  // The viewer itself would take these three.
  ['0', null],
  ['-1', null],
  ['2.5', null],
  ['4', null],
  ['cinco', null],
])('a rating of %j is %j', (text, says) => {
  expect(answerTo(stars, text)?.text ?? null).toBe(says);
});

it.each([
  ['text input'],
  ['number input'],
  ['email input'],
  ['url input'],
  ['phone number input'],
  ['time input'],
  ['date input'],
  ['tomorrow input'],
])('leaves it to the viewer what words mean to a %s', (type) => {
  expect(linesOf(inputOf({ type }))).toBe('');
  expect(answerTo(inputOf({ type }), ' amanhã ')).toEqual({ text: 'amanhã' });
});

it('wants a file for a file, and never lets words reach a payment', () => {
  const file = inputOf({ type: 'file input' });
  expect(answerTo(file, 'já mando')).toBeNull();
  expect(answerTo(file, 'https://x.com/a.pdf, https://x.com/b.pdf')).toEqual({
    text: 'https://x.com/a.pdf, https://x.com/b.pdf',
  });
  const payment = inputOf({ type: 'payment input', runtimeOptions: { publicKey: 'pk' } });
  expect(['pago', 'fail', '1', ''].map((text) => answerTo(payment, text))).toEqual([null, null, null, null]);
});

it('reads what is not as it should be, and stores as JSON what it has read', () => {
  expect(readInput({ type: 'text input' })).toBeNull();
  expect(readInput(undefined)).toBeNull();
  const odd = inputOf({
    type: 'choice input',
    items: [{ id: 'a', content: 5, value: null }, 7],
    options: { isMultipleChoice: 'x' },
  });
  expect(odd).toMatchObject({ kind: 'choice', choices: [{ id: 'a', label: '5' }] });
  for (const input of [areas, extras, cards, stars])
    expect(typebotInput.parse(JSON.parse(JSON.stringify(input)))).toEqual(input);
});
