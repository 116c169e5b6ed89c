import { createHmac } from 'node:crypto';
import { createConnection, getConnection } from '@balcao/shared/api/connections.ts';
import { ACK } from '@balcao/shared/model/message.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import { newNumber, type PhoneCompany } from '../../../test/phone-company.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { ENDED_TOKEN } from '../../../test/services/whatsapp-cloud.ts';
import { CLOUD, cloudPeople } from '../../../test/services/whatsapp-cloud-people.ts';
import { type LocalWorld, startWorld } from '../../../test/world.ts';
import type { SessionProcess } from '../../sessions.ts';

const PUBLIC_URL = 'https://balcao.example';

let world: LocalWorld;
let services: StandIns;
let api: TestApi;
let company: PhoneCompany;
let admin: string;
let sessions: SessionProcess;
let connectionId: number;
/** Where Meta tells of that connection. */
let address: string;
let people: ReturnType<typeof cloudPeople>;

beforeAll(async () => {
  services = await startStandIns();
  people = cloudPeople(services.url);
  const env = { OUTGOING_ALLOW: new URL(services.url).host, OUTGOING_STAND_IN: services.url };
  world = await startWorld({ database: createTestDatabase(), env });
  api = await startApi({ beside: world, env: { ...env, PUBLIC_URL } });
  company = await world.addCompany();
  admin = await api.signIn(company.admin);
  sessions = await world.startSessions();
  const here = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const made = await link({ name: 'Oficial' });
  connectionId = made.id;
  address = (made.webhook?.address ?? '').replace(PUBLIC_URL, here);
  await people.enter(address, made.webhook?.verifyToken ?? '');
  await eventually(
    () => stateOf(connectionId),
    ({ status }) => status === 'connected',
  );
});
afterAll(async () => {
  await sessions?.stop();
  await api.stop();
  await world.stop();
  await services.close();
});

const sql = () => world.database.admin;
const link = (body: { name: string; credentials?: typeof CLOUD }) =>
  api.call(createConnection, { body: { kind: 'whatsapp_cloud', credentials: CLOUD, ...body }, token: admin });
const stateOf = (id: number) => api.call(getConnection, { params: { whatsappId: id }, token: admin });

/** What stands in the conversation with a number, and how to say something there. */
async function conversation(number: string) {
  const [ticket] = await eventually(
    () => sql()<{ id: number; contactId: number }[]>`
      select t.id::int, t.contact_id::int as "contactId" from tickets t
      join contact_identities i on i.company_id = t.company_id and i.contact_id = t.contact_id
      where i.kind = 'phone' and i.value like ${`%${number.slice(-8)}`} and t.connection_id = ${connectionId}`,
    ({ length }) => length === 1,
  );
  if (!ticket) throw new Error('unreachable');
  const rows = () => sql()<
    { id: string; body: string; state: string; ack: number; error_code: string | null }[]
  >`
    select id, body, state, ack, error_code from messages where ticket_id = ${ticket.id} and state <> 'local'
    order by created_at, id`;
  return {
    ...ticket,
    rows,
    async say(body: string) {
      const id = uuidv7();
      const state = 'queued';
      const at = { company_id: company.companyId, ticket_id: ticket.id, contact_id: ticket.contactId };
      const row = { ...at, id, connection_id: connectionId, from_me: true, body, state, read: true };
      await sql()`insert into messages ${sql()({ ...row, created_at: new Date() })}`;
      return async (isDone: (row: { state: string; ack: number; error_code: string | null }) => boolean) =>
        eventually(
          async () => (await rows()).find((one) => one.id === id),
          (one) => one !== undefined && isDone(one),
          15_000,
        );
    },
  };
}

const settled = ({ state }: { state: string }) => state === 'sent' || state === 'failed';

it('what Meta refuses is said in words, at once or later, and a lost answer is nobody’s guess', async () => {
  const ana = people.customer(newNumber(), 'Ana');
  await ana.says('oi');
  const chat = await conversation(ana.who);
  const say = async (how: object, isDone = settled) => {
    await people.next(how);
    return (await chat.say(JSON.stringify(how)))(isDone);
  };
  const refused = (code: number) => ({ error: { status: 400, code } });
  expect(await say(refused(131_047))).toMatchObject({ error_code: 'ERR_OUTSIDE_SERVICE_WINDOW' });
  expect(await say(refused(131_026))).toMatchObject({ error_code: 'ERR_WAPP_INVALID_CONTACT' });
  expect(await say(refused(368))).toMatchObject({ error_code: 'ERR_WAPP_RESTRICTED' });
  expect(await say(refused(130_429))).toMatchObject({ state: 'sent', error_code: null });
  expect(await say({ lost: true })).toMatchObject({ state: 'failed', error_code: 'ERR_SEND_UNCERTAIN' });
  const later = await say({ fails: 131_026 }, ({ state }) => state === 'failed');
  expect(later).toMatchObject({ error_code: 'ERR_WAPP_INVALID_CONTACT' });
  expect(await say({})).toMatchObject({ state: 'sent', error_code: null });
});

it('ticks move forward, and what was read is told to the customer', async () => {
  const bia = people.customer(newNumber(), 'Bia');
  await bia.says('oi');
  const last = await bia.says('tudo bem?');
  const chat = await conversation(bia.who);
  await (await chat.say('tudo, e você?'))(settled);
  const [ours] = (await people.calls()).filter(({ body }) => body.to === bia.who);
  for (const status of ['read', 'delivered', 'sent'])
    await bia.tell({ status: { id: ours?.id ?? '', status } });
  await eventually(chat.rows, (rows) => rows.some(({ ack }) => ack === ACK.read));
  // Also one that comes before we know the id that it names.
  await people.next({ isReadEarly: true });
  await (await chat.say('posso ajudar?'))(({ ack }) => ack === ACK.read);
  await sql()`insert into read_receipts_due (company_id, connection_id, message_id)
    select company_id, connection_id, id from messages where ticket_id = ${chat.id} and not from_me`;
  const receipts = async () => (await people.calls()).filter(({ body }) => body.status === 'read');
  const told = await eventually(receipts, ({ length }) => length > 0);
  expect(told.map(({ body }) => body.message_id)).toEqual([last]);
});

it('a customer of a linked phone is the same person here', async () => {
  const number = newNumber();
  await company.link();
  const { commands } = world.sandbox;
  await commands.createPhone({ number, name: 'Caio' });
  await commands.send({ from: number, to: company.phone, kind: 'text', text: 'pelo celular' });
  const people_ = () => sql()<{ tickets: number }[]>`
    select count(distinct t.connection_id)::int as tickets from contact_identities i
    join tickets t on t.contact_id = i.contact_id
    where i.kind = 'phone' and i.value like ${`%${number.slice(-8)}`} group by i.contact_id`;
  await eventually(people_, (rows) => rows.length === 1);
  await people.customer(number, 'Caio').says('pela API');
  await eventually(people_, (rows) => rows.length === 1 && rows[0]?.tickets === 2);
});

it('a customer who hides the number is written to by the name that Meta gives, and reacts to own words too', async () => {
  const gil = people.customer(newNumber(), 'Gil');
  const hidden = { from: null, from_user_id: `BR.${gil.who}` };
  const first = await gil.tell({ message: { ...hidden, type: 'text', text: { body: 'oi' } } });
  const find = () => sql()<{ ticketId: number; contactId: number; number: string }[]>`
    select t.id::int as "ticketId", c.id::int as "contactId", c.number from contact_identities i
    join contacts c on c.company_id = i.company_id and c.id = i.contact_id
    join tickets t on t.company_id = c.company_id and t.contact_id = c.id
    where i.kind = 'whatsapp_user' and i.value = ${hidden.from_user_id}`;
  const [known] = await eventually(find, ({ length }) => length === 1);
  expect(known?.number).toBe('');
  await sql()`insert into messages ${sql()({
    company_id: company.companyId,
    ticket_id: known?.ticketId ?? 0,
    contact_id: known?.contactId ?? 0,
    id: uuidv7(),
    connection_id: connectionId,
    from_me: true,
    body: 'olá',
    state: 'queued',
    read: true,
    created_at: new Date(),
  })}`;
  await eventually(people.calls, (calls) => calls.some(({ body }) => body.recipient === hidden.from_user_id));
  const reaction = { message_id: first, emoji: '👍' };
  await gil.tell({ message: { ...hidden, type: 'reaction', reaction } });
  const reacted = () =>
    sql()`select from messages where wa_id = ${first} and jsonb_array_length(reactions) = 1`;
  await eventually(reacted, ({ count }) => count === 1);
  // Later the number is told as well: the same person.
  await gil.tell({ message: { from_user_id: hidden.from_user_id, type: 'text', text: { body: 'sou eu' } } });
  await eventually(find, ([row]) => row?.number === gil.who);
});

it('only what Meta has signed is believed, once, and only of this number', async () => {
  const eve = newNumber();
  const noticeOf = (text: string, phoneNumberId = CLOUD.phoneNumberId) => {
    const message = {
      from: eve,
      id: `wamid.${text}`,
      timestamp: '1700000000',
      type: 'text',
      text: { body: text },
    };
    const value = { metadata: { phone_number_id: phoneNumberId }, messages: [message] };
    const changes = [{ field: 'messages', value }];
    return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] });
  };
  const sign = (body: string, secret: string = CLOUD.appSecret) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const post = async (body: string, signature: string | null, to = address) => {
    const headers = signature === null ? {} : { 'x-hub-signature-256': signature };
    const answer = await fetch(to, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return answer.status;
  };
  const good = noticeOf('verdade');
  const forged = noticeOf('mentira');
  expect(await post(forged, null)).toBe(403);
  expect(await post(forged, sign(forged, 'f'.repeat(32)))).toBe(403);
  expect(await post(forged, sign(good))).toBe(403);
  expect(await post(forged, sign(forged).replace('sha256=', 'sha1='))).toBe(403);
  // Somebody else's address, made up from ours.
  expect(await post(good, sign(good), address.replace(/channels.(\d+)\.\d+/, 'channels/$1.999'))).toBe(404);
  expect(await post(noticeOf('vizinho', '1234567890'), sign(noticeOf('vizinho', '1234567890')))).toBe(200);
  for (let time = 0; time < 3; time++) expect(await post(good, sign(good))).toBe(200);
  const waiting = () => sql()`select from channel_notices where connection_id = ${connectionId}`;
  await eventually(waiting, ({ count }) => count === 0);
  // And once more when it is stored already.
  expect(await post(good, sign(good))).toBe(200);
  await eventually(waiting, ({ count }) => count === 0);
  const stored = await sql()<{ body: string }[]>`select body from messages
    where connection_id = ${connectionId} and wa_id like 'wamid.%' and body in ('verdade', 'mentira', 'vizinho')`;
  expect(stored.map(({ body }) => body)).toEqual(['verdade']);
});

it('a token that has ended rests until people give another one', async () => {
  const { id } = await link({ name: 'Vencida', credentials: { ...CLOUD, accessToken: ENDED_TOKEN } });
  const ended = await eventually(
    () => stateOf(id),
    ({ status }) => status === 'DISCONNECTED',
  );
  expect(ended).toMatchObject({ reason: 'credentials_refused', hasCredentials: true });
});
