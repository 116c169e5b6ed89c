import { expect, test } from 'vitest';
import { z } from 'zod';
import { routeKey } from './contract/call.ts';
import { ROUTES } from './routes.ts';

test('no two calls share a name', () => {
  const names = ROUTES.map(routeKey);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('a screen gets no tokens', () => {
  const answers = ROUTES.filter(({ screen }) => screen).map((contract) => ({
    name: routeKey(contract),
    schema: JSON.stringify(
      contract.response ? z.toJSONSchema(contract.response, { unrepresentable: 'any' }) : null,
    ),
  }));
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.filter(({ schema }) => schema.includes('"refreshToken"')).map(({ name }) => name)).toEqual(
    [],
  );
});
