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
const DAYS = menuOf('Terça-feira', 'Segunda-feira', 'Quarta-feira');
const FAULTS = menuOf('Sem sinal', 'Internet lenta');
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
  ])('%s', (text, name, words) => {
    expect(read(text, SHOP)).toEqual([name, words]);
  });

  it.each([
    ['two that fit', 'quero comprar e preciso de suporte de vendas', SHOP],
    ['a number that is not there', '12', SHOP],
    ['an article', 'tenho um problema', SHOP],
    ['two numbers', '1 ou 2', SHOP],
    ['part of a word', 'revendas', SHOP],
    ['part of a name', 'boleto', SHOP],
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
