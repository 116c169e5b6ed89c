import { updateConnection } from '@balcao/shared/features/connections/calls.ts';
import { sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { type ErrorBody, startApi, type TestApi } from '../../../../test/api.ts';
import { type CompanyFixture, givePlan } from '../../../../test/fixtures.ts';

/** What a program with a connection's token may do, and what it is told when it may not. */

export let api: TestApi;
export let company: CompanyFixture;
export let adminToken: string;
export let token: string;
let people = 0;

export const newNumber = () => `5511970${String(100_000 + ++people)}`;

export async function withPlan(name: string): Promise<CompanyFixture> {
  const made = await api.company(name);
  await givePlan(api.admin, made.companyId);
  return made;
}

/** Makes a token as the dialog of connections does. */
export async function newToken({ connectionId }: CompanyFixture, by: string): Promise<string> {
  const made = crypto.randomUUID() + crypto.randomUUID();
  await api.call(updateConnection, {
    params: { whatsappId: connectionId },
    body: { name: 'Loja', token: made },
    token: by,
  });
  return made;
}

/** The burst is for programs, not for tests. */
export const restRate = () => api.admin`delete from token_rates`;

export const send = (body: Record<string, unknown>, options: { key?: string; bearer?: string } = {}) =>
  api.send(sendApiMessage, {
    body,
    token: options.bearer ?? token,
    ...(options.key ? { headers: { 'idempotency-key': options.key } } : {}),
  });

export async function sent(body: Record<string, unknown>, options?: { key?: string; bearer?: string }) {
  const response = await send(body, options);
  expect(response.statusCode, response.body).toBe(202);
  return sendApiMessage.response.parse(response.json());
}

export const codeOf = (response: { json(): ErrorBody }) => response.json().error;

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    api = await startApi();
    await api.company('Operator');
    company = await withPlan('Padaria');
    adminToken = await api.signIn(company.admin);
    token = await newToken(company, adminToken);
  });
  afterAll(() => api.stop());
}
