import { expect, it } from 'vitest';
import { asParameter, blanksOf, filledTemplate } from './template-text.ts';

it('blanks are counted once, by number or in the order of reading, and filled wherever they stand', () => {
  const numbered = { header: 'Pedido {{1}}', body: '{{2}}: olá {{1}}, até {{2}}', footer: 'Responda SAIR' };
  expect(blanksOf(numbered)).toEqual([
    { part: 'header', name: '1' },
    { part: 'body', name: '1' },
    { part: 'body', name: '2' },
  ]);
  expect(filledTemplate(numbered, ['77', 'Ana', 'sexta'])).toBe(
    'Pedido 77\n\nsexta: olá Ana, até sexta\n\nResponda SAIR',
  );
  const named = { header: '', body: 'Olá {{nome}}, seu {{ item }} chegou', footer: '' };
  expect(blanksOf(named).map(({ name }) => name)).toEqual(['nome', 'item']);
  expect(filledTemplate(named, ['Ana'])).toBe('Olá Ana, seu {{ item }} chegou');
  // What a customer is called must not become a blank, nor a pattern.
  expect(filledTemplate(named, ['{{item}} $1', 'pão'])).toBe('Olá {{item}} $1, seu pão chegou');
  expect(asParameter(' Ana\n  Maria\t')).toBe('Ana Maria');
});
