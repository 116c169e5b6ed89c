import { setTimeout as sleep } from 'node:timers/promises';
import { sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { API_RATE } from '@balcao/shared/features/messages-api/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../database.ts';
import { eventually } from '../eventually.ts';
import { givePlan } from '../fixtures.ts';
import type { PhoneCompany } from '../phone-company.ts';
import type { Running } from '../process.ts';
import { programToken } from '../program-token.ts';
import { startWorld, type World } from '../world.ts';

/**
 * Programs send through two processes of the API while one after the other is killed, the sessions too, and the token's
 * allowance runs out. They repeat what was not answered, under its key: what was accepted reaches the phone once.
 */

const MESSAGES = 18;
const AT_ONCE = 6;
/** The allowance begins with a debt: nobody may call for so many seconds, then at the usual pace. */
const DEBT_S = 2;
const DEATHS = 4;

let world: World;
let company: PhoneCompany;
let token: string;
const apis: Running<{ url: string }>[] = [];
let worker: Running;

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase(), faults: true });
  company = await world.addCompany({ customers: 3 });
  await givePlan(world.database.admin, company.companyId);
  apis.push(world.startApi(), world.startApi());
  worker = world.startWorker();
  await Promise.all([...apis.map((api) => api.ready), worker.ready]);
  await company.link();
  token = (await programToken(world.database.admin, sendApiMessage, company)) ?? '';
  await world.database.admin`
    insert into token_rates (company_id, token_class, token_id, full_at)
    values (${company.companyId}, 'connectionToken', ${company.connectionId},
      now() + make_interval(secs => ${60 / (API_RATE.perMinute / API_RATE.burst) + DEBT_S}))`;
});
afterAll(() => world.stop());

const answers = new Map<number, number>();

/** Until it is accepted, whichever process is alive. @returns the message's id */
async function send(index: number): Promise<string> {
  const text = `Aviso ${index}`;
  for (let attempt = index; ; attempt += 1) {
    const { url } = await apis[attempt % apis.length]!.ready.catch(() => ({ url: '' }));
    const response = await fetch(`${url}${sendApiMessage.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': `notice-${index}`,
      },
      body: JSON.stringify({ number: company.customers[index % company.customers.length], body: text }),
    }).catch(() => undefined);
    const answer = (await response?.json().catch(() => undefined)) as
      | { id?: string; error?: string }
      | undefined;
    if (response) answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
    if (response?.status === 202 && answer?.id) return answer.id;
    // Refused for good: no other code may come.
    if (answer && ![429, 500, 502, 503].includes(response?.status ?? 0))
      throw new Error(`${response?.status} ${JSON.stringify(answer)}`);
    await sleep(response?.status === 429 ? 1_000 * Number(response.headers.get('retry-after')) : 100);
  }
}

async function killInTurn(): Promise<void> {
  for (let death = 0; death < DEATHS; death += 1) {
    await sleep(700);
    if (death % 3 === 2) {
      await world.killWorker(worker);
      worker = world.startWorker();
      await worker.ready;
      continue;
    }
    const place = death % apis.length;
    await apis[place]!.kill();
    apis[place] = world.startApi();
    await apis[place].ready;
  }
}

it('delivers each accepted message once', async () => {
  const deaths = killInTurn();
  const waiting = Array.from({ length: MESSAGES }, (_, index) => index);
  const accepted: string[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        accepted.push(await send(next));
    }),
  );
  await deaths;
  expect(answers.get(429)).toBeGreaterThan(0);
  expect(new Set(accepted).size).toBe(MESSAGES);

  const texts = Array.from({ length: MESSAGES }, (_, index) => `Aviso ${index}`).toSorted();
  const stored = await world.database.admin<{ id: string; body: string }[]>`
    select id, body from messages where company_id = ${company.companyId} and said_by = 'api'`;
  expect(stored.map(({ body }) => body).toSorted()).toEqual(texts);
  expect(stored.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
  const arrived = async () => {
    const ledgers = await Promise.all(
      company.customers.map((number) => world.sandbox.commands.ledger({ number })),
    );
    return ledgers
      .flat()
      .filter(({ from, server }) => from === company.phone && server === 'accepted')
      .map(({ text }) => text ?? '')
      .toSorted();
  };
  await eventually(arrived, (all) => all.length >= MESSAGES, 40_000);
  // One that goes out twice would follow at once.
  await sleep(500);
  expect(await arrived()).toEqual(texts);
  expect(
    (await world.database.admin`select from tickets where company_id = ${company.companyId}`).count,
  ).toBe(3);
}, 90_000);
