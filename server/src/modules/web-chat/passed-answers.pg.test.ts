import { createConnection, getConnection } from '@balcao/shared/features/connections/calls.ts';
import { createContact } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import * as contracts from '@balcao/shared/features/web-chat/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import { insertedId } from '../../../test/fixtures.ts';
import type { PhoneCompany } from '../../../test/phone-company.ts';
import { sampleOf } from '../../../test/sample.ts';
import { openVisitor, PAGE } from '../../../test/services/visitors.ts';
import { type LocalWorld, startWorld } from '../../../test/world.ts';

/** What was answered to visitors who have left goes on to where they are reached. */

let world: LocalWorld;
let api: TestApi;
let company: PhoneCompany;
let admin: string;
let connectionId: number;
let key: string;
/** The process that visitors come to. This one runs no jobs by itself, because nobody comes to it. */
let door: ReturnType<LocalWorld['startApi']> | null = null;
const sql = () => world.database.admin;
const at = () => ({ params: { whatsappId: connectionId }, token: admin });

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase() });
  api = await startApi({ beside: world });
  company = await world.addCompany();
  admin = await api.signIn(company.admin);
  await world.startSessions();
  await company.link();
  const made = await api.call(createConnection, { body: { kind: 'web', name: 'Site' }, token: admin });
  connectionId = made.id;
  const isThere = () => api.call(getConnection, { params: { whatsappId: connectionId }, token: admin });
  await eventually(isThere, ({ status }) => status === 'connected');
  const { settings } = await passingOn();
  const body = { ...settings, origins: [PAGE] };
  ({ key } = await api.call(contracts.saveWebChat, { ...at(), body }));
}, 60_000);
afterAll(async () => {
  await api.stop();
  await world.stop();
});

const open = async () => {
  door ??= world.startApi();
  return openVisitor({ server: (await door.ready).url, key });
};
const contacts = () => sql()<{ id: number }[]>`
  select c.id::int from contacts c join contact_identities i on i.contact_id = c.id
  where i.kind = 'web' and i.value like ${`${connectionId}/%`} order by c.id, i.value`;
const ticketOf = async (contactId: number) => {
  const [ticket] = await eventually(
    () => sql()<{ id: number }[]>`select id::int from tickets where contact_id = ${contactId}`,
    ({ length }) => length === 1,
  );
  return ticket?.id ?? 0;
};

/** The chat's settings, and the same with answers that go on through a connection. */
async function passingOn() {
  const {
    key: _key,
    script: _script,
    userSecret: _secret,
    ...settings
  } = await api.call(contracts.getWebChat, at());
  const passing = (to: number) => ({
    ...at(),
    body: { ...settings, passesOn: { connectionId: to, minutes: 5 } },
  });
  return { settings, passing };
}
/** A visitor who has said something and is answered. */
const answered = async (about: object, stays = false) => {
  const visitor = await open();
  await visitor.answered(visitor.message('Tem no tamanho M?', { about }));
  const isMine = async () => [...visitor.seen.values()];
  await eventually(isMine, ({ length }) => length > 0);
  const contactId = (await contacts()).at(-1)?.id ?? 0;
  const ticketId = await ticketOf(contactId);
  if (!stays) visitor.leave();
  await sql()`update tickets set status = 'open', user_id = (
    select min(id) from users where company_id = ${company.companyId}) where id = ${ticketId}`;
  for (const body of ['Temos, sim.', 'Separo um?'])
    await api.call(sendMessage, { params: { ticketId }, body: { body }, token: admin });
  const sent = () => sql()<{ id: string; wa_id: string }[]>`
    select id, wa_id from messages where ticket_id = ${ticketId} and from_me and state = 'sent'`;
  const ids = await eventually(sent, ({ length }) => length === 2);
  if (stays) {
    visitor.say({ type: 'tick', ids: ids.map(({ wa_id }) => wa_id), status: 'delivered' });
    await eventually(
      () => sql()`select from messages where ticket_id = ${ticketId} and from_me and ack >= 3`,
      ({ count }) => count === 2,
    );
    visitor.leave();
  }
  return contactId;
};

it('what people have answered goes once to the e-mail of a visitor who left, if the shop wants that', async () => {
  const { companyId } = company;
  const elsewhere = async (kind: string, name: string) =>
    insertedId(sql()`
      insert into connections (company_id, name, kind, channel, status, desired)
      values (${companyId}, ${name}, ${kind}, ${kind}, 'connected', 'stopped') returning id`);
  const mailboxId = await elsewhere('mail', 'Caixa');
  const { settings, passing } = await passingOn();
  await api.refused('ERR_NO_WAPP_FOUND', contracts.saveWebChat, passing(987_654));
  await api.refused(
    'ERR_CHANNEL_CANNOT',
    contracts.saveWebChat,
    passing(await elsewhere('telegram', 'Robô')),
  );
  await api.call(contracts.saveWebChat, passing(mailboxId));

  const gone = await answered({ name: 'Mia', email: 'mia@example.com' });
  await answered({ name: 'Noé' });
  await answered({ name: 'Rui', email: 'rui@example.com' }, true);
  const known = await api.call(createContact, {
    body: { name: 'Tia', email: 'tia@example.com' },
    token: admin,
  });
  await answered({ name: 'Tia?', email: 'tia@example.com' });

  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const letters = () => sql()<{ contactId: number; body: string; subject: string; state: string }[]>`
    select contact_id::int as "contactId", body, card ->> 'title' as subject, state from messages
    where connection_id = ${mailboxId} order by created_at`;
  await api.run('answers to visitors who left', later(4));
  expect(await letters()).toEqual([]);
  await api.run('answers to visitors who left', later(6));
  await api.run('answers to visitors who left', later(7));
  // Whoever is known by that address has it; nobody is taken for that person for having typed it.
  expect(await letters()).toEqual(
    [gone, known.id].map((contactId) => ({
      contactId,
      body: 'Você saiu do chat do site antes da nossa resposta. Aqui está:\n\nTemos, sim.\n\nSeparo um?',
      subject: 'Resposta à sua conversa no chat',
      state: 'queued',
    })),
  );
  await api.call(contracts.saveWebChat, { ...at(), body: settings });
});

const STEPS = ['visitor.passing', 'visitor.passed'];
it.each(sampleOf(STEPS, 1, 'steps at which answers to visitors who left are passed on'))(
  'what people have answered goes once to the WhatsApp of a visitor who left, where a process dies at %s',
  async (step) => {
    const { settings, passing } = await passingOn();
    await api.call(contracts.saveWebChat, passing(company.connectionId));
    const customer = await company.addCustomer();
    // As people write it.
    const phone = `+${customer.slice(0, 2)} (${customer.slice(2, 4)}) ${customer.slice(4)}`;
    const contactId = await answered({ name: 'Vera', phone });
    // Nobody else is to pass them on.
    await door?.kill();
    door = null;
    await sql()`update tickets set last_message_at = now() - interval '6 minutes' where contact_id = ${contactId}`;
    const dying = world.startApi({ env: { BALCAO_FAILPOINT: `${step}:1` } });
    expect(await dying.ended).toBe('SIGKILL');
    await api.run('answers to visitors who left');
    await api.run('answers to visitors who left');
    const read = async () =>
      (await world.sandbox.commands.ledger({ number: customer }))
        .filter(({ from, to }) => from === company.phone && to === customer)
        .map(({ text }) => text);
    const said = 'Você saiu do chat do site antes da nossa resposta. Aqui está:\n\nTemos, sim.\n\nSeparo um?';
    expect(await eventually(read, ({ length }) => length > 0, 20_000)).toEqual([said]);
    // Whoever typed that number is not taken for the person who has it.
    const rows = await sql()`
      select m.contact_id::int from messages m join contacts c on c.id = m.contact_id
      where c.number = ${customer} and m.body = ${said}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.contact_id).not.toBe(contactId);
    await api.call(contracts.saveWebChat, { ...at(), body: settings });
  },
);
