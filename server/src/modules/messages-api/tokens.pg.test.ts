import { updateConnection } from '@balcao/shared/features/connections/calls.ts';
import { getApiMessage, listApiCalls, sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { API_RATE } from '@balcao/shared/features/messages-api/rules.ts';
import { expect, it } from 'vitest';
import { type ErrorBody, startApi, type TestApi } from '../../../test/api.ts';
import { createTicket, insertedId } from '../../../test/fixtures.ts';
import { companyKey } from '../../../test/program-token.ts';
import {
  adminToken,
  api,
  codeOf,
  company,
  newNumber,
  newToken,
  prepare,
  restRate,
  send,
  sent,
  token,
  withPlan,
} from './testing/programs.ts';

prepare();

it('says the same of every token that opens nothing, and says why a company may not send', async () => {
  await restRate();
  const other = await withPlan('Farmácia');
  const theirs = await newToken(other, await api.signIn(other.admin));
  const mine = await sent({ number: newNumber(), body: 'Oi' });
  expect(codeOf(await api.send(getApiMessage, { params: { messageId: mine.id }, token: theirs }))).toBe(
    'ERR_NO_MESSAGE_FOUND',
  );

  const replaced = theirs;
  const current = await newToken(other, await api.signIn(other.admin));
  const body = { number: newNumber(), body: 'Oi' };
  const answers = await Promise.all(
    [replaced, 'x'.repeat(40), adminToken].map(async (bearer) =>
      (await send(body, { bearer })).json<ErrorBody>(),
    ),
  );
  answers.push((await api.send(sendApiMessage, { body })).json<ErrorBody>());
  expect(new Set(answers.map(({ error, message }) => `${error} ${message}`)).size).toBe(1);
  expect(answers[0]?.error).toBe('ERR_API_TOKEN');
  // Nor does such a token open what is a person's.
  expect(codeOf(await api.send(listApiCalls, { token: current }))).toBe('ERR_SESSION_EXPIRED');

  const as = async (change: Record<string, unknown>) => {
    await api.admin`update companies set ${api.admin(change)} where id = ${other.companyId}`;
    return send(body, { bearer: current });
  };
  const overdue = await as({ due_date: '2001-01-01' });
  expect([overdue.statusCode, overdue.json()]).toEqual([
    402,
    expect.objectContaining({ error: 'ERR_SUBSCRIPTION_EXPIRED', params: { date: '2001-01-01' } }),
  ]);
  expect(codeOf(await as({ due_date: null, status: false }))).toBe('ERR_COMPANY_BLOCKED');
  expect((await as({ status: true })).statusCode).toBe(202);
  await api.admin`update plans set use_external_api = false where id = (
    select plan_id from companies where id = ${other.companyId})`;
  expect(codeOf(await send(body, { bearer: current }))).toBe('ERR_PLAN_FEATURE_OFF');
});

it('lets a token call so often, over all processes, and says when it may again', async () => {
  await restRate();
  const beside = await startApi({ beside: api });
  const number = newNumber();
  await sent({ number, body: 'Oi' });
  const ask = (through: TestApi) =>
    through.send(getApiMessage, { params: { messageId: crypto.randomUUID() }, token });
  const answers = [];
  // No more at once than strangers from one network may have under way.
  while (answers.length < API_RATE.burst + 40)
    answers.push(
      ...(await Promise.all(Array.from({ length: 40 }, (_, at) => ask(at % 2 === 0 ? api : beside)))),
    );
  const counts = Object.groupBy(answers, ({ statusCode }) => String(statusCode));
  // One or two have come free again since.
  const allowed = counts['404']?.length ?? 0;
  expect(allowed).toBeGreaterThanOrEqual(API_RATE.burst - 1);
  expect(allowed).toBeLessThan(API_RATE.burst + 30);
  const refused = counts['429']?.[0];
  expect(refused?.headers).toMatchObject({
    'ratelimit-limit': String(API_RATE.burst),
    'ratelimit-remaining': '0',
    'ratelimit-reset': expect.stringMatching(/^\d+$/),
    'retry-after': '1',
  });
  await api.admin`update token_rates set full_at = full_at - interval '1 minute'`;
  const free = await ask(beside);
  expect([free.statusCode, Number(free.headers['ratelimit-remaining'])]).toEqual([404, expect.any(Number)]);
  await beside.stop();
});

it('shows people the last calls of their tokens, and no others', async () => {
  await restRate();
  const { whatsappId, ...page } = { whatsappId: String(company.connectionId) } as Record<string, string>;
  const calls = async (query: Record<string, string> = page) =>
    api.call(listApiCalls, { token: adminToken, query });
  await send({ number: 'Maria', body: 'Oi' });
  await expect
    .poll(async () => (await calls()).calls[0])
    .toMatchObject({
      whatsappId: company.connectionId,
      method: 'POST',
      path: '/api/messages/send',
      status: 422,
      errorCode: 'ERR_WAPP_INVALID_CONTACT',
      durationMs: expect.any(Number),
    });
  const first = await calls({ whatsappId: whatsappId ?? '' });
  expect(first.hasMore).toBe(true);
  const second = await calls({ whatsappId: whatsappId ?? '', after: first.next ?? '' });
  expect(second.calls[0]?.id).toBeLessThan(first.calls.at(-1)?.id ?? 0);
  expect(new Set(first.calls.map((call) => call.whatsappId))).toEqual(new Set([company.connectionId]));
  // The flood before has left no more than are kept.
  const [kept] = await api.admin<{ most: number }[]>`
    select max(calls)::int as most from (select count(*) as calls from token_calls group by company_id, token_id) x`;
  expect(kept?.most).toBeLessThanOrEqual(200);
  expect(
    await api.refused('ERR_NO_PERMISSION', listApiCalls, { token: await api.signIn(company.ana) }),
  ).toBeTruthy();
});

it('refuses numbers where people have none, and writes there to a contact that has written before', async () => {
  const { contactId } = await createTicket(api.admin, company, { name: 'Bia' });
  const place = { companyId: company.companyId, contactId };
  const telegramId = await insertedId(api.admin`
    insert into connections (company_id, name, kind, channel)
    values (${place.companyId}, 'Telegram', 'telegram', 'telegram') returning id`);
  const bearer = crypto.randomUUID() + crypto.randomUUID();
  await api.call(updateConnection, {
    params: { whatsappId: telegramId },
    body: { name: 'Telegram', token: bearer },
    token: adminToken,
  });
  const byNumber = await send({ number: newNumber(), body: 'Oi' }, { bearer });
  expect([byNumber.statusCode, codeOf(byNumber)]).toEqual([422, 'ERR_CHANNEL_NO_NUMBERS']);
  expect(codeOf(await send({ contactId, body: 'Oi' }, { bearer }))).toBe('ERR_CHANNEL_CANNOT');
  expect(codeOf(await send({ contactId: 987_654_321, body: 'Oi' }, { bearer }))).toBe('ERR_NO_CONTACT_FOUND');
  await api.admin`
    insert into tickets (company_id, contact_id, connection_id, status)
    values (${place.companyId}, ${contactId}, ${telegramId}, 'pending')`;
  expect(await sent({ contactId, body: 'Oi, Bia' }, { bearer })).toMatchObject({ state: 'queued' });
  for (const body of [
    { body: 'Oi' },
    { contactId, number: newNumber(), body: 'Oi' },
    { contactId, name: 'Bia', body: 'Oi' },
  ])
    expect(codeOf(await send(body))).toBe('ERR_VALIDATION');
});

it('says of a contact of another company what it says of none, whichever token asks', async () => {
  const other = await withPlan('Mercearia');
  const { contactId } = await createTicket(api.admin, other, { name: 'Caio' });
  const { connectionId: whatsappId } = company;
  for (const bearer of [token, await companyKey(api.admin, company, 'write')]) {
    const told = async (id: number) => {
      const response = await send({ contactId: id, whatsappId, body: 'Oi' }, { bearer });
      return [response.statusCode, codeOf(response)];
    };
    expect(await told(contactId)).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
    expect(await told(987_654_321)).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
  }
  const said = await api.admin`
    select from messages where company_id = ${other.companyId} and contact_id = ${contactId} and said_by = 'api'`;
  expect(said.count).toBe(0);
});
