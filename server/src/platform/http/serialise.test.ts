import type { RouteContract } from '@balcao/shared/contract/call.ts';
import * as auth from '@balcao/shared/features/auth/calls.ts';
import * as connections from '@balcao/shared/features/connections/calls.ts';
import * as media from '@balcao/shared/features/media/calls.ts';
import * as messages from '@balcao/shared/features/messages/calls.ts';
import * as tickets from '@balcao/shared/features/tickets/calls.ts';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { answerSchema } from './serialise.ts';

const contracts = [auth, connections, media, messages, tickets].flatMap((area) =>
  Object.values(area).filter(
    (value): value is RouteContract => typeof value === 'object' && 'access' in value,
  ),
);

it('writes the fields of the contract and nothing else, with every kind of null', async () => {
  const schema = z.object({
    id: z.int().nullable(),
    name: z.string().nullable(),
    inner: z.object({ at: z.iso.datetime() }).nullable(),
    list: z.array(z.object({ a: z.number() })),
    choice: z.enum(['x', 'y']).nullable(),
    free: z.custom<string>().nullable(),
  });
  const app = fastify();
  const value = {
    id: null,
    name: null,
    inner: null,
    list: [{ a: 1, secret: 1 }],
    choice: null,
    free: null,
    secret: 1,
  };
  app.get('/', { schema: { response: { 200: answerSchema(schema) } } }, async () => value);
  const answer = (await app.inject('/')).json();
  expect(answer).toEqual({ id: null, name: null, inner: null, list: [{ a: 1 }], choice: null, free: null });
});

it('compiles every contract without choices, which would be validated for every value', () => {
  expect(contracts.length).toBeGreaterThan(15);
  for (const contract of contracts)
    if (contract.response)
      expect(JSON.stringify(answerSchema(contract.response)), contract.path).not.toMatch(/anyOf|oneOf/);
});
