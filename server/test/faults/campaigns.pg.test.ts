import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../database.ts';
import { eventually } from '../eventually.ts';
import { givePlan, insertedId } from '../fixtures.ts';
import { createChance } from '../nemesis/random.ts';
import { newNumber, type PhoneCompany } from '../phone-company.ts';
import type { Running } from '../process.ts';
import { DEEP, SEED } from '../sample.ts';
import { startWorld, type World } from '../world.ts';

/**
 * While a campaign runs, its server, its sessions and their ways to the database and to WhatsApp die and come back. Each
 * recipient gets it once all the same and is counted once, what agents say goes before, and no pause is shorter than the
 * one that was drawn.
 */

const RECIPIENTS = DEEP ? 2_000 : 60;
const SEEDS = DEEP ? [SEED, SEED + 1, SEED + 2, SEED + 3] : [SEED];
/** In milliseconds here. A deep run has none: the most that can be on its way. */
const PACE = DEEP ? { short: 0, after: 0, long: 0 } : { short: 20, after: 5, long: 120 };
const LIMIT_MS = DEEP ? 600_000 : 60_000;

let world: World;
let api: Running;
let worker: Running;

beforeAll(async () => {
  world = await startWorld({
    database: createTestDatabase(),
    faults: true,
    env: { BALCAO_CAMPAIGN_PACE_MS: '1' },
  });
  api = world.startApi();
  worker = world.startWorker();
  await Promise.all([api.ready, worker.ready]);
  // Nobody waits for the budget of new chats: all are known when they are taken over, though nobody has talked with them.
  await sql()`
    create or replace function is_new_chat(company bigint, connection bigint, phone text) returns table (is_new boolean)
      language sql stable as 'select false'`;
});
afterAll(() => world.stop());

const sql = () => world.database.admin;

/** A company whose list has so many people, and one more who talks with an agent. */
async function openShop(): Promise<{ company: PhoneCompany; numbers: string[]; listId: number }> {
  const company = await world.addCompany({ customers: 1 });
  const { companyId } = company;
  await givePlan(sql(), companyId);
  await company.link();
  const numbers = Array.from({ length: RECIPIENTS }, newNumber);
  for (const number of numbers)
    await world.sandbox.commands.createPhone({ number, name: `Cliente ${number}`, receipts: 'read' });
  await sql()`
    insert into campaign_settings (company_id, message_interval, longer_interval_after, greater_interval, variables)
    values (${companyId}, ${PACE.short}, ${PACE.after}, ${PACE.long}, '[]')`;
  const listId = await insertedId(sql()`
    insert into contact_lists (company_id, name) values (${companyId}, 'Todos') returning id`);
  await sql()`
    insert into contact_list_items (company_id, contact_list_id, name, number, is_whatsapp_valid, whatsapp_number, check_due)
    select ${companyId}, ${listId}, 'Cliente', number, true, number, false from unnest(${numbers}::text[]) as number`;
  return { company, numbers, listId };
}

const DEATHS = [
  async () => {
    await world.killWorker(worker);
    worker = world.startWorker();
  },
  async () => {
    await api.kill();
    api = world.startApi();
  },
  () => sql()`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'balcao%'`,
  ({ phone }: PhoneCompany) => world.sandbox.commands.cutCompanions({ number: phone }),
];

it.each(SEEDS)(
  'each recipient gets it once, after what agents say (SEED=%i)',
  async (seed) => {
    const chance = createChance(seed);
    const { company, numbers, listId } = await openShop();
    const { companyId, connectionId, phone } = company;
    const [customer = ''] = company.customers;
    await world.sandbox.commands.send({ kind: 'text', from: customer, to: phone, text: 'Oi' });
    const ticketOf = () => sql()<{ id: number }[]>`
    select t.id::int from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where c.company_id = ${companyId} and c.number = ${customer}`;
    const [ticket] = await eventually(ticketOf, (rows) => rows.length === 1);
    const campaignId = await insertedId(sql()`
    insert into campaigns (company_id, name, status, contact_list_id, connection_id, messages, confirmation_messages,
      scheduled_at)
    values (${companyId}, 'Sábado', 'PROGRAMADA', ${listId}, ${connectionId}, ${['Olá {numero}', '', '', '', '']},
      ${['', '', '', '', '']}, now()) returning id`);

    const answers: { text: string; at: number }[] = [];
    async function answer(): Promise<void> {
      const text = `Resposta ${answers.length} ${campaignId}`;
      await sql()`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, read, created_at)
      select company_id, ${uuidv7()}, id, contact_id, connection_id, true, ${text}, 'queued', true, now()
      from tickets where id = ${ticket?.id ?? 0}`;
      answers.push({ text, at: Date.now() });
    }

    const sent = async () => {
      const [row] = await sql()<{ sent: number; status: string }[]>`
      select (select count(*)::int from campaign_recipients where campaign_id = c.id and sent_at is not null) as sent, status
      from campaigns c where id = ${campaignId}`;
      return row ?? { sent: 0, status: '' };
    };
    for (const [place, die] of DEATHS.entries()) {
      await eventually(sent, (now) => now.sent >= ((place + 1) * RECIPIENTS) / 8, LIMIT_MS);
      await answer();
      await sleep(chance.between(0, 60));
      await die(company);
      await answer();
    }
    await eventually(sent, ({ status }) => status === 'FINALIZADA', LIMIT_MS);

    const network = (await world.sandbox.commands.ledger({}))
      .filter(({ from, server }) => from === phone && server === 'accepted')
      .toSorted((a, b) => a.at - b.at);
    const greetings = network.filter(({ text }) => text?.startsWith('Olá '));
    expect(greetings.map(({ to }) => to).toSorted()).toEqual(numbers.toSorted());
    expect(greetings.every(({ to, text }) => text === `Olá ${to}`)).toBe(true);

    const said = answers.map(({ text, at }) => {
      const left = network.find((one) => one.text === text);
      // One may be on its way when the agent says something, and one be accepted in the same moment.
      const passed = greetings.filter(
        (one) => one.at > at && one.at < (left?.at ?? Number.POSITIVE_INFINITY),
      );
      return { text, left: left !== undefined, late: passed.length > 2 };
    });
    expect(said).toEqual(answers.map(({ text }) => ({ text, left: true, late: false })));

    const pauses = new Map(
      (
        await sql()<{ number: string; pause: number }[]>`
        select number, pause from campaign_recipients where campaign_id = ${campaignId}`
      ).map(({ number, pause }) => [number, pause]),
    );
    const hasty = greetings.filter((one, place) => {
      const before = greetings[place - 1];
      return before !== undefined && one.at - before.at < (pauses.get(before.to) ?? 0);
    });
    expect(hasty).toEqual([]);

    const [begun] = await sql()`
      select sum(count)::int as chats from connection_new_chats where company_id = ${companyId}`;
    expect(begun).toEqual({ chats: RECIPIENTS });
  },
  LIMIT_MS * 2,
);
