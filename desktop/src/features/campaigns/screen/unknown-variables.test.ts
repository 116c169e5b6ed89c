import { expect, test } from 'vitest';
import { unknownVariables } from './unknown-variables.ts';

test('a writer is told of each word in braces that nobody knows, once', () => {
  const variables = [{ key: 'oferta', value: '20%' }];
  const text = 'Oi {nome}, {oferta} até {prazo}. {Número} {prazo} {}';
  expect(unknownVariables(text, variables)).toEqual(['{prazo}']);
});
