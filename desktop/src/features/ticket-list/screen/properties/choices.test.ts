import { expect, test } from 'vitest';
import { isNamed, matching } from './choices.ts';

const GROUPS = [
  {
    label: 'Online',
    choices: [
      { key: '1', label: 'Ana Júlia Prado' },
      { key: '2', label: 'Bruno' },
    ],
  },
  { label: 'Filas', choices: [{ key: '3', label: 'Pós-venda' }] },
];
const found = (typed: string) => matching(GROUPS, typed).map(({ choices }) => choices.map(({ key }) => key));

test('answers by the beginnings of words, whatever their accents and order', () => {
  expect([found(''), found('jul an'), found('venda'), found('p'), found('runo')]).toEqual([
    [['1', '2'], ['3']],
    [['1']],
    [['3']],
    [['1'], ['3']],
    [],
  ]);
});

test('knows that a name is taken', () => {
  expect([isNamed(GROUPS, 'pos-VENDA'), isNamed(GROUPS, 'Pós')]).toEqual([true, false]);
});
