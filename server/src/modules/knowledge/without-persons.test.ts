import { expect, it } from 'vitest';
import { withoutPersons } from './without-persons.ts';

it.each([
  ['Oi Maria, o pedido 4821 da Souza chegou', 'Oi …, o pedido … da … chegou'],
  ['Ligue +55 (11) 98765-4321 ou a.b@loja.com.br', 'Ligue … ou …'],
  ['CPF 123.456.789-09, nasceu 12/05/1980', 'CPF …, nasceu …'],
  [
    'Custa R$ 1.250,00, 250 g, 12 meses, das 8h às 18h, 100%',
    'Custa R$ 1.250,00, 250 g, 12 meses, das 8h às 18h, 100%',
  ],
  ['Mariana fica: é outra palavra', 'Mariana fica: é outra palavra'],
])('takes who somebody is out of %j', (text, bare) => {
  expect(withoutPersons(text, ['Maria Souza', 'D.'])).toBe(bare);
});
