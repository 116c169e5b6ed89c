import { createHmac } from 'node:crypto';
import {
  createConnection,
  getConnection,
  listTemplates,
  startSession,
} from '@balcao/shared/features/connections/calls.ts';
import { createContact } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import { createTicket } from '@balcao/shared/features/tickets/calls.ts';
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

const approved = (name: string, ...components: object[]) => ({
  name,
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'APPROVED',
  components,
});
const ORDER = approved(
  'pedido_pronto',
  { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
  { type: 'BODY', text: 'Olá {{1}}, seu pedido fica pronto às {{2}}.' },
  { type: 'FOOTER', text: 'Responda SAIR para não receber.' },
  { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Já vou' }] },
);
const NAMED = approved('lembrete', { type: 'BODY', text: 'Oi {{nome}}, até amanhã!' });

const templates = async () => api.call(listTemplates, { params: { whatsappId: connectionId }, token: admin });
const approve = async (...given: object[]) => {
  await people.approve(given);
  await eventually(templates, (known) => known.length > 0);
};

it('what Meta has approved is known here, as far as it can be sent, and so is what it thinks of the number', async () => {
  const many = Array.from({ length: 120 }, (_one, place) =>
    approved(`serie_${place}`, { type: 'BODY', text: 'Olá' }),
  );
  await people.approve([
    ORDER,
    NAMED,
    ...many,
    { ...NAMED, name: 'recusado', status: 'REJECTED' },
    approved('foto', { type: 'HEADER', format: 'IMAGE' }, { type: 'BODY', text: 'Veja' }),
    { ...approved('codigo', { type: 'BODY', text: 'Código {{1}}' }), category: 'AUTHENTICATION' },
    approved(
      'link',
      { type: 'BODY', text: 'Veja' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Abrir', url: 'https://padaria.example/{{1}}' }] },
    ),
  ]);
  const known = await eventually(templates, ({ length }) => length === 122);
  expect(known.find(({ name }) => name === 'pedido_pronto')).toEqual({
    name: 'pedido_pronto',
    language: 'pt_BR',
    category: 'utility',
    header: 'Pedido {{1}}',
    body: 'Olá {{1}}, seu pedido fica pronto às {{2}}.',
    footer: 'Responda SAIR para não receber.',
    buttons: ['Já vou'],
  });
  await people.approve([NAMED]);
  await eventually(templates, ({ length }) => length === 1);
  expect(await stateOf(connectionId)).toMatchObject({ quality: 'green', dailyCustomers: 1_000 });
  await people.rate({ quality: 'RED', tier: 'TIER_250' });
  await eventually(
    () => stateOf(connectionId),
    ({ quality, dailyCustomers }) => quality === 'red' && dailyCustomers === 250,
  );
  await people.rate({ quality: 'GREEN', tier: 'TIER_UNLIMITED' });
  await eventually(
    () => stateOf(connectionId),
    ({ quality, dailyCustomers }) => quality === 'green' && dailyCustomers === null,
  );
  const told =
    await sql()`select details from connection_events where kind = 'quality' and connection_id = ${connectionId}`;
  expect(told.map(({ details }) => details.quality)).toEqual(['green', 'red', 'green']);
});

it('whoever has never written is met with a template, and only with one that Meta takes', async () => {
  await approve(ORDER, NAMED);
  const number = newNumber();
  await world.sandbox.commands.createPhone({ number, name: 'Davi' });
  const { id: contactId } = await api.call(createContact, { body: { name: 'Davi', number }, token: admin });
  const ticket = await api.call(createTicket, {
    body: { contactId, whatsappId: connectionId, status: 'open' },
    token: admin,
  });
  const say = (body: object) => ({ params: { ticketId: ticket.id }, token: admin, body });
  const choose = (name: string, ...parameters: string[]) => ({
    template: { name, language: 'pt_BR', parameters },
  });
  await api.refused('ERR_OUTSIDE_SERVICE_WINDOW', sendMessage, say({ body: 'Oi' }));
  await api.refused('ERR_NO_TEMPLATE_FOUND', sendMessage, say(choose('sumiu', 'x')));
  await api.refused('ERR_TEMPLATE_PARAMETERS', sendMessage, say(choose('pedido_pronto', '77', 'Davi')));
  const id = uuidv7();
  const order = say({ id, ...choose('pedido_pronto', '77', 'Davi\nSilva', '18h') });
  const { body } = await api.call(sendMessage, order);
  expect(body).toBe(
    'Pedido 77\n\nOlá Davi Silva, seu pedido fica pronto às 18h.\n\nResponda SAIR para não receber.',
  );
  // The answer was lost: it is the same message, also when the template says something else by now.
  expect((await api.call(sendMessage, order)).id).toBe(id);
  await api.refused('ERR_IDEMPOTENCY_KEY_REUSED', sendMessage, say({ id, ...choose('lembrete', 'Davi') }));
  await api.call(sendMessage, say(choose('lembrete', 'Davi')));
  const rows = () => sql()<{ state: string; error_code: string | null }[]>`
    select state, error_code from messages where ticket_id = ${ticket.id} and from_me and state <> 'local' order by created_at`;
  await eventually(rows, (sent) => sent.length === 2 && sent.every(({ state }) => state === 'sent'));
  const got = (await people.calls()).filter(({ body: { to } }) => String(to).endsWith(number.slice(-8)));
  expect(got.map(({ body: { type, template } }) => [type, template])).toEqual([
    [
      'template',
      {
        name: 'pedido_pronto',
        language: { code: 'pt_BR' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: '77' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Davi Silva' },
              { type: 'text', text: '18h' },
            ],
          },
        ],
      },
    ],
    [
      'template',
      {
        name: 'lembrete',
        language: { code: 'pt_BR' },
        components: [{ type: 'body', parameters: [{ type: 'text', parameter_name: 'nome', text: 'Davi' }] }],
      },
    ],
  ]);
  // Meta has stopped one that we still know: the bubble says so, and the list is read anew, as it is when people ask.
  await people.next({ error: { status: 400, code: 132_015 } });
  await api.call(sendMessage, say(choose('lembrete', 'Davi')));
  const refused = await eventually(rows, (sent) => sent.at(-1)?.state === 'failed');
  expect(refused.at(-1)?.error_code).toBe('ERR_TEMPLATE_REFUSED');
  await sql()`delete from message_templates where connection_id = ${connectionId}`;
  await api.call(startSession, { params: { whatsappId: connectionId }, token: admin });
  await eventually(templates, ({ length }) => length === 2);
});

it('a token that has ended rests until people give another one', async () => {
  const { id } = await link({ name: 'Vencida', credentials: { ...CLOUD, accessToken: ENDED_TOKEN } });
  const ended = await eventually(
    () => stateOf(id),
    ({ status }) => status === 'DISCONNECTED',
  );
  expect(ended).toMatchObject({ reason: 'credentials_refused', hasCredentials: true });
});
