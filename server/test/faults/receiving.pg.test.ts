import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionProcess } from '../../src/sessions.ts';
import { createTestDatabase } from '../database.ts';
import { eventually } from '../eventually.ts';
import { newNumber, type PhoneCompany } from '../phone-company.ts';
import { type LocalWorld, startWorld } from '../world.ts';

/** Events that WhatsApp brings twice, in the wrong order and all at once (fault rows R5, R6, R8, R9). */

let world: LocalWorld;
let company: PhoneCompany;
let sessions: SessionProcess;

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase() });
  company = await world.addCompany();
  sessions = await world.startSessions();
  await company.link();
});
afterAll(() => world.stop());

async function customer(name: string): Promise<string> {
  const number = newNumber();
  await world.sandbox.commands.createPhone({ number, name });
  return number;
}
const write = async (from: string, text: string, more: { corrupt?: boolean } = {}) =>
  (await world.sandbox.commands.send({ kind: 'text', from, to: company.phone, text, ...more })).id;
const stored = (number: string) => world.database.admin`
  select m.id, m.wa_id, m.body, m.earlier_bodies, m.is_edited, m.is_deleted, m.placeholder
  from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  where c.number = ${number} and m.state <> 'local' order by m.created_at, m.id`;
const storedWith = (number: string, text: string) =>
  eventually(
    () => stored(number),
    (rows) => rows.some(({ body }) => body === text),
  );

it('R5: what comes five times, also after a restart, is one message, one unread and one piece of news', async () => {
  const { commands } = world.sandbox;
  const maria = await customer('Maria');
  await commands.disturbDeliveries({ number: company.phone, duplicate: 3 });
  const id = await write(maria, 'uma vez');
  await storedWith(maria, 'uma vez');
  await commands.redeliver({ number: company.phone, id });
  await sessions.stop();
  sessions = await world.startSessions();
  await company.connectionWith(({ status }) => status === 'connected');
  await commands.redeliver({ number: company.phone, id });
  await write(maria, 'depois');
  const rows = await storedWith(maria, 'depois');
  expect(rows.map(({ body }) => body)).toEqual(['uma vez', 'depois']);
  const [ticket] = await world.database.admin`
    select t.unread_messages from tickets t join contacts c on c.id = t.contact_id where c.number = ${maria}`;
  expect(ticket).toEqual({ unread_messages: 2 });
  const news = await world.database.admin`
    select from change_log where entity = 'message' and row_id = ${rows[0]?.id}`;
  expect(news.count).toBe(1);
});

it('R6: one id of two authors in a group is two messages', async () => {
  const { commands } = world.sandbox;
  const [gil, bia] = [await customer('Gil'), await customer('Bia')];
  await world.database.admin`insert into settings (company_id, key, value)
    values (${company.companyId}, 'CheckMsgIsGroup', 'disabled')`;
  const { jid } = await commands.createGroup({ subject: 'Condomínio', members: [gil, bia, company.phone] });
  for (const from of [gil, bia, gil])
    await commands.send({
      kind: 'text',
      from,
      to: company.phone,
      group: jid,
      id: '3AFAULTROWR6',
      text: `de ${from}`,
    });
  await commands.send({ kind: 'text', from: bia, to: company.phone, group: jid, text: 'fim' });
  const rows = await eventually(
    () => world.database.admin`
      select m.body from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
      where c.is_group and m.state <> 'local' order by m.created_at, m.id`,
    (all) => all.at(-1)?.body === 'fim',
  );
  expect(rows.map(({ body }) => body)).toEqual([`de ${gil}`, `de ${bia}`, 'fim']);
});

it('R8: an edit and a deletion that come before their message wait for it', async () => {
  const { commands } = world.sandbox;
  const nina = await customer('Nina');
  await write(nina, 'bom dia');
  await storedWith(nina, 'bom dia');
  // The first delivery is lost; it comes again with the next login.
  await commands.disturbDeliveries({ number: company.phone, drop: 2 });
  const edited = await write(nina, 'preço errado');
  const deleted = await write(nina, 'engano');
  await commands.send({
    kind: 'edit',
    from: nina,
    to: company.phone,
    target: edited,
    text: 'preço menos errado',
  });
  await commands.send({ kind: 'edit', from: nina, to: company.phone, target: edited, text: 'preço certo' });
  await commands.send({ kind: 'revoke', from: nina, to: company.phone, target: deleted });
  const early = () => world.database.admin`select from early_changes`;
  await eventually(early, ({ count }) => count === 3);
  await commands.cutCompanions({ number: company.phone });
  const both = await eventually(
    () => stored(nina),
    (rows) => rows.length === 3,
  );
  expect(both.slice(1)).toMatchObject([
    {
      body: 'preço certo',
      is_edited: true,
      earlier_bodies: ['preço errado', 'preço menos errado'],
      is_deleted: false,
    },
    { body: 'engano', is_deleted: true, is_edited: false },
  ]);
  expect((await early()).count).toBe(0);
});

it('R8: an edit of a message that cannot be opened yet is not lost when it can', async () => {
  const { commands } = world.sandbox;
  const rita = await customer('Rita');
  await write(rita, 'legível');
  await storedWith(rita, 'legível');
  const id = await write(rita, 'dez reais', { corrupt: true });
  await commands.send({ kind: 'edit', from: rita, to: company.phone, target: id, text: 'doze reais' });
  const rows = await eventually(
    () => stored(rita),
    (all) => all.length === 2 && all[1]?.is_edited,
  );
  expect(rows[1]).toMatchObject({
    body: 'doze reais',
    earlier_bodies: ['dez reais'],
    placeholder: false,
  });
});

it('R9: a long backlog comes in whole, once and in order, and answers go out meanwhile', async () => {
  const { commands } = world.sandbox;
  const people: string[] = [];
  for (let n = 0; n < 20; n++) people.push(await customer(`Cliente ${n}`));
  const [agentsOwn = ''] = people;
  await write(agentsOwn, 'primeira');
  await storedWith(agentsOwn, 'primeira');
  await sessions.stop();
  const said = new Map(people.map((number) => [number, number === agentsOwn ? ['primeira'] : []]));
  for (let n = 0; n < 600; n++) {
    const number = people[n % people.length] ?? '';
    const text = `${n}`;
    said.get(number)?.push(text);
    await write(number, text);
  }

  sessions = await world.startSessions();
  await company.connectionWith(({ status }) => status === 'connected');
  const missing: number[] = [];
  for (let n = 0; n < 10; n++) {
    await answer(agentsOwn, `resposta ${n}`);
    await commands.waitForMessage({ number: agentsOwn, text: `resposta ${n}`, progress: 'sent' });
    const [row] = await world.database
      .admin`select count(*)::int as count from messages where body ~ '^[0-9]+$'`;
    missing.push(600 - row?.count);
  }
  // An answer waits for no backlog: some of it was still to come when the first one was out.
  expect(missing[0]).toBeGreaterThan(0);

  const total = async () =>
    (await world.database.admin`select from messages where body ~ '^[0-9]+$'`).count === 600;
  await eventually(total, Boolean, 90_000);
  for (const [number, texts] of said) {
    const rows = (await stored(number)).map(({ body }) => String(body));
    expect(rows.filter((body) => !body.startsWith('resposta'))).toEqual(texts);
  }
  const network = await commands.ledger({ number: agentsOwn });
  const received = network.filter(({ from }) => from === company.phone);
  expect(received.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, n) => `resposta ${n}`));
  const unread = await world.database.admin`
    select from tickets t where t.unread_messages <> (select count(*) from messages m
      where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and not m.read)`;
  expect(unread.count).toBe(0);
});

/** Inserts a message as the API's service does. */
async function answer(number: string, body: string): Promise<void> {
  const { companyId, connectionId } = company;
  await world.database.admin`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, read, created_at)
    select ${companyId}, ${uuidv7()}, t.id, t.contact_id, ${connectionId}, true, ${body}, 'queued', true, now()
    from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id where c.number = ${number}`;
}
