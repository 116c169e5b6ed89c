import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEED } from '../../../test/sample.ts';
import { chosenOf } from './choice.ts';
import { hear } from './heard.ts';

const menuOf = (...names: string[]) => names.map((name, index) => ({ id: index, name, number: index + 1 }));
type Language = Parameters<typeof chosenOf>[2];
const read = (text: string, menu: ReturnType<typeof menuOf>, language: Language = 'pt') => {
  const chosen = chosenOf(hear(text), menu, language);
  return chosen ? [chosen.choice.name, chosen.read] : null;
};

const SHOP = menuOf('Vendas', 'Suporte', 'Segunda via do boleto');
const SIGNS = menuOf(
  'Vendas',
  'Suporte técnico',
  'Financeiro / 2ª via',
  'Preço & prazo',
  'Falar com atendente',
  'Via expressa',
);
const DAYS = menuOf('Terça-feira', 'Segunda-feira', 'Quarta-feira');
const FAULTS = menuOf('Sem sinal', 'Internet lenta');
/** As many as a queue can have. */
const MANY = menuOf(
  ...Array.from(
    { length: 300 },
    (_, n) => `Linha ${String.fromCharCode(64 + Math.ceil((n + 1) / 26))}${n + 1}`,
  ),
);
const PLANS = menuOf('Plano 3', 'Plano 1', 'Plano 2');

describe('a menu hears', () => {
  it.each([
    ['1', 'Vendas', null],
    ['[ 2 ]', 'Suporte', null],
    ['2️⃣', 'Suporte', null],
    ['vendas!', 'Vendas', null],
    ['um', 'Vendas', 'um'],
    ['Opção 2', 'Suporte', '2'],
    ['a 2ª, por favor', 'Suporte', '2a'],
    ['the second option', 'Suporte', 'second'],
    ['la tercera', 'Segunda via do boleto', 'tercera'],
    ['quero o número três', 'Segunda via do boleto', 'tres'],
    ['opção segunda', 'Suporte', 'segunda'],
    ['vendas por favor', 'Vendas', 'vendas'],
    ['Quero falar com o SUPORTE', 'Suporte', 'suporte'],
    ['preciso da segunda via de um boleto', 'Segunda via do boleto', 'segunda via boleto'],
    ['o boleto, por favor', 'Segunda via do boleto', 'boleto'],
    ['nº 2', 'Suporte', '2'],
    ['N° 2 por favor', 'Suporte', '2'],
    ['Oi, 2', 'Suporte', '2'],
    ['Olá, um', 'Vendas', 'um'],
    ['ok 2', 'Suporte', '2'],
    ['é o 2', 'Suporte', '2'],
  ])('%s', (text, name, words) => {
    expect(read(text, SHOP)).toEqual([name, words]);
  });

  it.each([
    ['two that fit', 'quero comprar e preciso de suporte de vendas', SHOP],
    ['a number that is not there', '12', SHOP],
    ['an article', 'tenho um problema', SHOP],
    ['two numbers', '1 ou 2', SHOP],
    ['part of a word', 'revendas', SHOP],
    ['part of a name among other things', 'tenho um problema no boleto', SHOP],
    ['part of two names', 'via', SIGNS],
    ['a whole name and part of another', 'vendas e suporte', SIGNS],
    ['a name and what a polite answer has', 'bom dia', SIGNS],
    ['what is not wanted', 'não quero vendas', SHOP],
    ['what is not wanted, in Spanish', 'no quiero vendas', SHOP],
    ['what is not wanted, in English', 'I don’t want vendas', SHOP],
    ['a day that is called like a number', 'a segunda', DAYS],
    ['a number that a name has', 'a 2', PLANS],
    ['a story', 'ontem eu liguei e o suporte me disse que hoje de manhã alguém viria aqui em casa', SHOP],
    ['nothing', '…', SHOP],
  ])('no choice in %s', (_what, text, menu) => {
    expect(read(text, menu)).toBeNull();
  });

  it.each([
    ['suporte', 'Suporte técnico', 'suporte'],
    ['quero falar com o suporte', 'Suporte técnico', 'suporte'],
    ['financeiro', 'Financeiro / 2ª via', 'financeiro'],
    ['2ª via', 'Financeiro / 2ª via', '2a via'],
    ['o preço por favor', 'Preço & prazo', 'preco'],
    ['atendente', 'Falar com atendente', 'atendente'],
    ['quero falar com vendas', 'Vendas', 'vendas'],
  ])('a part of a name in %s', (text, name, words) => {
    expect(read(text, SIGNS)).toEqual([name, words]);
  });

  it.each<[string, number, Language]>([
    ['onze', 11, 'pt'],
    ['a décima primeira', 11, 'pt'],
    ['doce', 12, 'es'],
    ['quince', 15, 'es'],
    ['opção dezenove', 19, 'pt'],
    ['quero a vinte e uma, por favor', 21, 'pt'],
    ['la veintidós', 22, 'pt'],
    ['the twenty-third', 23, 'pt'],
    ['treinta y uno', 31, 'pt'],
    ['thirty one please', 31, 'pt'],
    ['vigésima segunda', 22, 'pt'],
    ['el decimoctavo', 18, 'pt'],
    ['cem', 100, 'pt'],
    ['cento e vinte e um', 121, 'pt'],
    ['ciento veintiuna', 121, 'pt'],
    ['a hundred and twenty-first', 121, 'pt'],
    ['duzentos e noventa e nove', 299, 'pt'],
    ['trecentésimo', 300, 'pt'],
  ])('%s', (text, number, language) => {
    const [name] = read(text, MANY, language) ?? [];
    expect(name).toBe(`Linha ${String.fromCharCode(64 + Math.ceil(number / 26))}${number}`);
  });

  it.each([
    ['an article', 'um momento'],
    ['a sweet', 'um doce'],
    ['what is a number elsewhere', 'doce'],
    ['two numbers', 'vinte ou um'],
    ['what nobody says', 'dez e um'],
    ['an amount', 'vinte e um reais'],
    ['the start of a number', 'cento'],
    ['an unfinished number', 'vinte e'],
    ['part of a word', 'onzena'],
    ['a number that is not there', 'trezentos e um'],
  ])('no line in %s', (_what, text) => {
    expect(read(text, MANY)).toBeNull();
  });

  it('a number in words that is part of a name only behind the word for it', () => {
    const floors = menuOf(
      'Doces e salgados',
      'Andar vinte',
      ...Array.from({ length: 20 }, (_, n) => `Sala x${n}`),
    );
    expect(read('vinte e um', floors)).toBeNull();
    expect(read('opção vinte e um', floors)).toEqual(['Sala x18', 'vinte e um']);
    expect(read('onze', floors)).toEqual(['Sala x8', 'onze']);
  });

  it('a name with a number in it, and a number behind the word for it', () => {
    expect(read('quero o plano 2', PLANS)).toEqual(['Plano 2', 'plano 2']);
    expect(read('opção 2', PLANS)).toEqual(['Plano 1', '2']);
    expect(read('segunda-feira', DAYS)).toEqual(['Segunda-feira', null]);
  });

  it.each<[string, Language, string | null]>([
    ['No suporte', 'pt', 'Suporte'],
    ['no suporte, por favor', 'pt', 'Suporte'],
    ['No quiero suporte', 'pt', null],
    ['no suporte', 'es', null],
    ['No suporte, gracias', 'es', null],
    ['no suporte please', 'en', null],
    ['não, suporte', 'pt', null],
  ])('%j in a company that writes %s as %j', (text, language, name) => {
    expect(read(text, SHOP, language)).toEqual(name === null ? null : [name, 'suporte']);
  });

  it('a name that negates, where it is meant', () => {
    expect(read('estou sem sinal', FAULTS)).toEqual(['Sem sinal', 'sem sinal']);
  });

  it('whatever is around it, the number or the name alone as before', () => {
    const words = fc.constantFrom(...SHOP);
    const around = fc.constantFrom('', ' ', '*', '_', '.', ') ', '[ ');
    fc.assert(
      fc.property(words, around, around, fc.boolean(), (choice, before, behind, byName) => {
        const text = `${before}${byName ? choice.name : choice.number}${behind}`;
        expect(read(text, SHOP)).toEqual([choice.name, null]);
      }),
      { seed: SEED },
    );
  });
});
