import { describe, expect, it } from 'vitest';
import { formatTaxNumber, maskName, readTaxNumber } from './tax-number.ts';

describe('readTaxNumber', () => {
  it.each([
    ['529.982.247-25', 'cpf', '52998224725'],
    ['52998224725', 'cpf', '52998224725'],
    ['meu CPF é 529 982 247 25, obrigada', 'cpf', '52998224725'],
    ['\u200B529.982.247\u201125', 'cpf', '52998224725'],
    ['５２９９８２２４７２５', 'cpf', '52998224725'],
    ['pedido 12345678900, cpf 529.982.247-25', 'cpf', '52998224725'],
    ['11.222.333/0001-81', 'cnpj', '11222333000181'],
    ['cnpj:11222333000181', 'cnpj', '11222333000181'],
    ['11 222 333 0001 81', 'cnpj', '11222333000181'],
    // The example with which the tax office presented the letters.
    ['12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35'],
    ['12abc34501de35', 'cnpj', '12ABC34501DE35'],
  ])('finds in %j the %s %s', (text, kind, digits) => {
    expect(readTaxNumber(text)).toEqual({ digits, kind });
  });

  it.each([
    ['a wrong check digit', '529.982.247-26'],
    ['two digits that changed places', '529.928.247-25'],
    ['one digit repeated', '111.111.111-11'],
    ['zeros', '00.000.000/0000-00'],
    ['a digit too many', '529982247250'],
    ['a digit too few', '5299822472'],
    ['a letter where only digits may be', '12ABC34501DE3S'],
    ['a wrong check digit behind letters', '12ABC34501DE36'],
    ['a phone number', '+55 11 98765-4321'],
    ['nothing', ''],
  ])('takes %s for none', (_what, text) => {
    expect(readTaxNumber(text)).toBeNull();
  });

  it.each(['52998224725', '11222333000181', '12ABC34501DE35'])(
    'notices every wrong digit of %s',
    (digits) => {
      const number = readTaxNumber(digits)!;
      expect(readTaxNumber(formatTaxNumber(number))).toEqual(number);
      const wrong = [...digits].flatMap((right, place) =>
        [...'0123456789']
          .filter((other) => /\d/.test(right) && other !== right)
          .map((other) => digits.slice(0, place) + other + digits.slice(place + 1)),
      );
      expect(wrong.filter((text) => readTaxNumber(text) !== null)).toEqual([]);
    },
  );
});

it.each([
  ['Maria da Silva', 'M**** da S****'],
  ['  ÉRICA   DOS SANTOS e Sá ', 'É**** dos S**** e S****'],
  ['Padaria 3 Irmãos', 'P**** 3**** I****'],
  ['', ''],
])('%j is masked as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
