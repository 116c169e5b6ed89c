import { describe, expect, test } from 'vitest';
import { fillVariables, splitByVariables, VARIABLES, type VariableValues } from './variables.ts';

const values: VariableValues = {
  name: 'Maria da Silva',
  user: 'Ana',
  queue: 'Suporte',
  ticket: 4711,
  extraInfo: [
    { name: 'CPF', value: '123.456.789-00' },
    { name: 'Data de início', value: '' },
  ],
  // 02:07:05 of the day before in São Paulo is 05:07:05 here.
  at: new Date('2026-03-09T05:07:05Z'),
  timezone: 'America/Sao_Paulo',
  language: 'pt',
};
const fill = (text: string, more: Partial<VariableValues> = {}) =>
  fillVariables(text, { ...values, ...more });

test.each([
  ['{{firstName}}', 'Maria'],
  ['{{name}}', 'Maria da Silva'],
  ['{{greeting}} {{ms}}', 'Boa madrugada Boa madrugada'],
  ['{{protocol}}', '20260309020705'],
  ['{{date}}', '09/03/2026'],
  ['{{hour}} {{hora}}', '02:07 02:07:05'],
  ['{{user}} {{queue}} {{ticket}}', 'Ana Suporte 4711'],
  ['{{ name }}', 'Maria da Silva'],
  ['{{CPF}} {{cpf}}', '123.456.789-00 123.456.789-00'],
])('%s is %s', (text, filled) => expect(fill(text)).toBe(filled));

test('what is not known stays, what is known and empty becomes nothing', () => {
  expect(fill('{{nome}} [{{Data de início}}] {{}} {{a')).toBe('{{nome}} [] {{}} {{a');
  expect(
    fill('[{{user}}{{queue}}{{ticket}}{{firstName}}]', { user: null, queue: null, ticket: null, name: '' }),
  ).toBe('[]');
});

test('nothing is escaped, and a value is never filled itself', () => {
  expect(fill('{{name}} & {{user}}', { name: '<b>{{user}}</b> $& $1', user: '"A"' })).toBe(
    '<b>{{user}}</b> $& $1 & "A"',
  );
});

describe('the greeting follows the hour of the company', () => {
  test.each([
    [0, 'Boa madrugada', 'Good evening', 'Buenas noches'],
    [5, 'Boa madrugada', 'Good evening', 'Buenas noches'],
    [6, 'Bom dia', 'Good morning', 'Buenos días'],
    [11, 'Bom dia', 'Good morning', 'Buenos días'],
    [12, 'Boa tarde', 'Good afternoon', 'Buenas tardes'],
    [17, 'Boa tarde', 'Good afternoon', 'Buenas tardes'],
    [18, 'Boa noite', 'Good evening', 'Buenas noches'],
    [23, 'Boa noite', 'Good evening', 'Buenas noches'],
  ])('at %i', (hour, pt, en, es) => {
    const at = new Date(Date.UTC(2026, 2, 9, hour, 59, 59));
    const said = (['pt', 'en', 'es'] as const).map((language) =>
      fill('{{greeting}}', { at, language, timezone: 'UTC' }),
    );
    expect(said).toEqual([pt, en, es]);
  });
});

test('a day is written as the language writes it', () => {
  const date = (language: VariableValues['language']) => fill('{{date}}', { language });
  expect([date('pt'), date('en'), date('es')]).toEqual(['09/03/2026', 'Mar 9, 2026', '09/03/2026']);
});

test('every variable that is offered has a value', () => {
  for (const name of VARIABLES) expect(fill(`{{${name}}}`)).not.toContain('{{');
});

test('a text is split into words and the names of its variables', () => {
  expect(splitByVariables('{{greeting}}, *{{ firstName }}*! {{}}')).toEqual([
    { name: 'greeting' },
    { words: ', *' },
    { name: 'firstName' },
    { words: '*! {{}}' },
  ]);
});
