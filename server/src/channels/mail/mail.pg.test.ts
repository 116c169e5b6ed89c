import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createConnection,
  getConnection,
  startSession,
  updateConnection,
} from '@balcao/shared/features/connections/calls.ts';
import { createContact, getContact } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import { cardOfMail } from '@balcao/shared/features/messages/mail-envelope.ts';
import { mailPage } from '@balcao/shared/features/messages/mail-page.ts';
import { sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { createTicket } from '@balcao/shared/features/tickets/calls.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import { givePlan } from '../../../test/fixtures.ts';
import type { PhoneCompany } from '../../../test/phone-company.ts';
import { PICTURE } from '../../../test/picture.ts';
import { CASES, headOf, NESTED, offer, SHAPES } from '../../../test/services/letters.ts';
import { CONSENT, CONSENTING, MAIL_CLIENT } from '../../../test/services/mail-login.ts';
import { MAIL_PASSWORD, type MailPair, startMailPair } from '../../../test/services/mail-pair.ts';
import { mailPeople } from '../../../test/services/mail-people.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { type LocalWorld, startWorld } from '../../../test/world.ts';
import { openCredentials } from '../../platform/connection-credentials.ts';
import { createAddressRule } from '../../platform/outgoing/address-rule.ts';
import { createHostFinder, type FindHost } from '../../platform/outgoing/host-finder.ts';
import { createSecrets } from '../../platform/secrets.ts';
import type { SessionProcess } from '../../sessions.ts';
import { openMailbox } from './mailbox.ts';
import { createPostbox } from './smtp.ts';

/** A mailbox at a real Dovecot and a real Exim, and what programs of all kinds put into it. */

const SHOP = 'contato@loja.test';
const OTHER_SHOP = 'vendas@outra.test';

let pair: MailPair;
let services: StandIns;
let world: LocalWorld;
let api: TestApi;
let company: PhoneCompany;
let admin: string;
let people: ReturnType<typeof mailPeople>;
let shopId = 0;
/** The process that holds the mailboxes' sessions. */
let sessions: SessionProcess;
/** Whoever asks for a picture that lies outside of a mail. */
const asked: string[] = [];
const gallery = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/moved.png') response.writeHead(302, { location: '/bread.png' }).end();
  else if (request.url === '/words.png') response.end('no picture');
  else response.end(PICTURE);
});
const inGallery = (path: string) => `http://127.0.0.1:${(gallery.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  services = await startStandIns();
  pair = await startMailPair(`${services.url}/mail-login/introspect?token=`);
  people = mailPeople(pair, SHOP);
  await once(gallery.listen(0, '127.0.0.1'), 'listening');
  const outside = `127.0.0.1:${(gallery.address() as AddressInfo).port}`;
  const env = {
    OUTGOING_ALLOW: [...pair.addresses, outside, new URL(services.url).host].join(','),
    OUTGOING_STAND_IN: services.url,
    BALCAO_MEDIA_LIMIT_MB: '1',
  };
  world = await startWorld({ database: createTestDatabase(), env });
  api = await startApi({ beside: world, env });
  company = await world.addCompany();
  await givePlan(sql(), company.companyId);
  admin = await api.signIn(company.admin);
  sessions = await world.startSessions();
  shopId = await link('Loja', SHOP, { signature: 'Equipe da Loja\nRua Um, 1' });
});
afterAll(async () => {
  await api.stop();
  await world.stop();
  gallery.close();
  await pair.stop();
  await services.close();
});

const sql = () => world.database.admin;

async function link(name: string, address: string, more: object = {}, status = 'connected') {
  const credentials = { ...pair.credentialsOf(address), ...more };
  const { id } = await api.call(createConnection, {
    body: { kind: 'mail', name, credentials },
    token: admin,
  });
  await eventually(
    () => api.call(getConnection, { params: { whatsappId: id }, token: admin }),
    (connection) => connection.status === status,
  );
  return id;
}

interface Row {
  id: string;
  ticket_id: number;
  body: string;
  media_type: string;
  name: string | null;
  mime: string | null;
  media_state: string | null;
  card: MessageCard | null;
  state: string;
  error_code: string | null;
  wa_id: string;
  origin: string;
}

/** What stands in the conversations with an address, the oldest first. */
const said = (address: string, connectionId = shopId) => sql()<Row[]>`
  select m.id, m.ticket_id::int, m.body, m.media_type, f.name, f.mime, f.state as media_state, m.card, m.state, m.error_code,
    m.wa_id, m.origin
  from contact_identities i
  join messages m on m.company_id = i.company_id and m.contact_id = i.contact_id
  left join media f on f.company_id = m.company_id and f.id = m.media_id
  where i.kind = 'email' and i.value = ${address} and m.connection_id = ${connectionId} and m.state <> 'local'
  order by m.created_at, m.id`;

const came = (address: string, count: number, connectionId = shopId) =>
  eventually(
    () => said(address, connectionId),
    ({ length }) => length >= count,
    20_000,
  );

/** An agent's words in the conversation with an address. */
async function answer(
  address: string,
  body: string,
  more: object = {},
  connectionId = shopId,
): Promise<string> {
  const [row] = await said(address, connectionId);
  const id = crypto.randomUUID();
  await sql()`insert into messages ${sql()({
    company_id: company.companyId,
    id,
    ticket_id: row?.ticket_id ?? 0,
    contact_id: (await sql()`select contact_id from tickets where id = ${row?.ticket_id ?? 0}`)[0]
      ?.contact_id,
    connection_id: connectionId,
    from_me: true,
    body,
    state: 'queued',
    read: true,
    created_at: new Date(),
    ...more,
  })}`;
  return id;
}

const settled = (address: string, id: string) =>
  eventually(
    async () => (await said(address)).find((row) => row.id === id),
    (row) => row?.state === 'sent' || row?.state === 'failed',
    20_000,
  );

describe.concurrent.each(SHAPES)('$program', ({ program, raw, text, quoted, signature, files }) => {
  it('its mail is words, what it repeats, a signature and files', async () => {
    const address = `${program.toLowerCase().replaceAll(/\W/g, '')}@programas.test`;
    await people.hand(
      headOf({ from: `"Ana Souza" <${address}>`, subject: 'Pedido =?utf-8?q?n=C2=BA?= 7' }) + raw,
      address,
    );
    const [first, ...others] = await eventually(
      () => said(address),
      (rows) =>
        rows.length === 1 + files.length &&
        rows.slice(1).every(({ media_state }) => media_state === 'stored'),
      20_000,
    );
    expect(first?.body).toBe(`Pedido nº 7\n\n${text}`);
    expect(first?.card).toMatchObject({
      kind: 'mail',
      title: 'Pedido nº 7',
      mail: { quoted, signature, notes: [] },
    });
    expect(others.map(({ name, mime }) => `${name} ${mime}`)).toEqual(files);
  });
});

describe.concurrent.each(CASES)('$what', ({ what, raw, body, notes, files, states }) => {
  it('is bounded, stored and said in words', async () => {
    const address = `caso-${CASES.findIndex((one) => one.what === what)}@ruim.test`;
    await people.hand(
      typeof raw === 'function' ? raw(address) : headOf({ from: address, subject: 'Caso' }) + raw,
      address,
    );
    const rows = await eventually(
      () => said(address),
      (all) =>
        all.length === 1 + files.length && all.slice(1).every(({ media_state }) => media_state !== 'pending'),
      30_000,
    );
    expect(rows[0]?.body).toBe(body);
    expect(rows[0]?.card?.mail?.notes).toEqual(notes);
    expect(rows.slice(1).map(({ name }) => name)).toEqual(files);
    expect(rows.slice(1).map(({ media_state }) => media_state)).toEqual(states ?? files.map(() => 'stored'));
  });
});

it('parts in parts 200 deep hold up nobody', async () => {
  await people.hand(headOf({ from: 'fundo@ruim.test', subject: 'Fundo' }) + NESTED, 'fundo@ruim.test');
  const [row] = await came('fundo@ruim.test', 1);
  expect(row?.card?.title).toBe('Fundo');
  expect(row?.card?.mail?.notes.length).toBeGreaterThan(0);
  const lia = people.customer('lia@depois.test', 'Lia');
  await lia.says('ainda aí?');
  expect((await came(lia.who, 1))[0]?.body).toBe('ainda aí?');
});

it('an answer goes on with the thread, and everybody who had a copy gets it', async () => {
  const ana = people.customer('ana@cliente.test', 'Ana');
  const first = await ana.says('Quanto custa?', { subject: 'Orçamento', cc: 'socio@cliente.test' });
  await came(ana.who, 1);
  const id = await answer(ana.who, 'São *dez* reais <b>.');
  const sent = await settled(ana.who, id);
  expect(sent).toMatchObject({ state: 'sent', error_code: null });
  const [letter] = await eventually(ana.letters, ({ length }) => length === 1);
  expect(letter).toMatchObject({
    id: sent?.wa_id,
    subject: 'Re: Orçamento',
    answers: first,
    references: [first],
    cc: ['socio@cliente.test'],
    text: 'São dez reais <b>.\n\n-- \nEquipe da Loja\nRua Um, 1',
  });
  expect(letter?.html).toContain('São <b>dez</b> reais &lt;b&gt;.');
  expect(letter?.headers.has('auto-submitted')).toBe(false);
  expect(
    await eventually(
      () => people.lettersOf('socio@cliente.test'),
      ({ length }) => length === 1,
    ),
  ).toMatchObject([{ id: sent?.wa_id }]);
  const kept = await eventually(
    async () => (await people.lettersOf(SHOP, 'Sent')).filter(({ id: one }) => one === sent?.wa_id),
    ({ length }) => length > 0,
  );
  expect(kept).toMatchObject([{ isSeen: true }]);
  // The customer's own mail is seen only now that it is stored.
  const own = await eventually(
    async () => (await people.lettersOf(SHOP)).filter(({ id: one }) => one === first),
    ([one]) => one?.isSeen === true,
  );
  expect(own).toHaveLength(1);

  await ana.says('Fechado', { subject: 'Re: Orçamento', quote: sent?.wa_id ?? '' });
  await came(ana.who, 3);
  // Who had a copy answers in the same conversation, and gets the next one.
  const socio = people.customer('socio@cliente.test', 'Sócio');
  await socio.says('Pode mandar', { subject: 'Re: Orçamento', quote: sent?.wa_id ?? '' });
  const rows = await came(ana.who, 4);
  expect(rows[3]?.card?.mail).toMatchObject({ from: 'socio@cliente.test', cc: ['socio@cliente.test'] });
  expect(await said('socio@cliente.test')).toEqual([]);
  expect(new Set(rows.map(({ ticket_id }) => ticket_id)).size).toBe(1);
  const [quoting] = await sql()`select quoted_id from messages where id = ${rows[2]?.id ?? ''}`;
  expect(quoting?.quoted_id).toBe(id);
});

it('whoever has only an address is written to first, by people and by programs', async () => {
  const vera = people.customer('vera@cliente.test', 'Vera');
  const { id: contactId } = await api.call(createContact, {
    body: { name: 'Vera', email: 'Vera@cliente.test' },
    token: admin,
  });
  const ticket = await api.call(createTicket, {
    body: { contactId, whatsappId: shopId, status: 'open' },
    token: admin,
  });
  const params = { ticketId: ticket.id };
  await api.call(sendMessage, { params, body: { body: 'Seu pedido chegou\n\nVenha buscar.' }, token: admin });
  const [letter] = await eventually(vera.letters, ({ length }) => length === 1, 20_000);
  expect(letter).toMatchObject({ subject: 'Seu pedido chegou', answers: '', references: [] });
  await vera.says('Já vou', { subject: 'Re: Seu pedido chegou', quote: letter?.id ?? '' });
  const rows = await came(vera.who, 2);
  expect(rows.map(({ ticket_id }) => ticket_id)).toEqual([ticket.id, ticket.id]);

  // A customer of another messenger whose address stands in the contact, and one whose address is somebody's.
  const known = { name: 'Otto', number: '5511955554444', email: 'otto@cliente.test' };
  const otto = await api.call(createContact, { body: known, token: admin });
  const taken = { name: 'Outra Vera', number: '5511955553333', email: 'vera@cliente.test' };
  const other = await api.call(createContact, { body: taken, token: admin });
  const token = crypto.randomUUID() + crypto.randomUUID();
  await api.call(updateConnection, {
    params: { whatsappId: shopId },
    body: { name: 'Loja', token },
    token: admin,
  });
  const send = (id: number) => ({ body: { contactId: id, body: 'Temos novidades' }, token });
  await api.refused('ERR_CHANNEL_CANNOT', sendApiMessage, send(other.id));
  expect(await api.call(sendApiMessage, send(otto.id))).toMatchObject({ channel: 'mail' });
  await eventually(
    () => people.lettersOf('otto@cliente.test'),
    ([first]) => first?.subject === 'Temos novidades',
    20_000,
  );
  expect(await api.call(getContact, { params: { contactId: otto.id }, token: admin })).toMatchObject({
    channels: ['mail', 'whatsapp'],
  });
});

it('an answer that names no mail finds its conversation by the address that it goes to', async () => {
  const desk = 'duvidas@loja.test';
  const deskId = await link('Dúvidas', desk, { tagged: true });
  const write = (from: string, to: string) =>
    people.hand(
      `${headOf({ from, to, subject: 'Sobre aquilo' })}Content-Type: text/plain\r\n\r\nPode ser`,
      from,
      to,
    );
  const noa = 'noa@cliente.test';
  await write(noa, desk);
  await came(noa, 1, deskId);
  const id = await answer(noa, 'Amanhã?', {}, deskId);
  const [letter] = await eventually(
    () => people.lettersOf(noa),
    ({ length }) => length === 1,
    20_000,
  );
  const tagged = letter?.answersTo ?? '';
  expect(tagged).toMatch(/^duvidas\+[\da-z]{38}@loja\.test$/);
  await write('noa@casa.test', tagged);
  const rows = await came(noa, 3, deskId);
  expect(rows[2]?.card?.mail).toMatchObject({
    from: 'noa@casa.test',
    to: [desk],
    cc: ['noa@casa.test'],
  });
  expect(await sql()`select quoted_id from messages where id = ${rows[2]?.id ?? ''}`).toEqual([
    { quoted_id: id },
  ]);
  // One that somebody made up, and one of another mailbox, are mails like all others.
  const forged = tagged.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
  await write('falso@cliente.test', forged);
  expect((await came('falso@cliente.test', 1, deskId))[0]?.card?.mail?.from).toBe('');
  await write('perdido@cliente.test', tagged.replace('duvidas', 'contato'));
  expect((await came('perdido@cliente.test', 1))[0]?.card?.mail?.from).toBe('');
  expect(await said(noa, deskId)).toHaveLength(3);
});

it('an agent chooses subject and copies, also those that nobody sees', async () => {
  const gil = people.customer('gil@cliente.test', 'Gil');
  await gil.says('Quero um preço', { subject: 'Preço', cc: 'chefe@cliente.test' });
  await came(gil.who, 1);
  const mail = { subject: 'Proposta 12', cc: ['compras@cliente.test'], bcc: ['diretoria@loja.test'] };
  const id = await answer(gil.who, 'Segue a proposta', { card: sql().json(cardOfMail(mail)) });
  const sent = await settled(gil.who, id);
  for (const who of [gil.who, 'compras@cliente.test', 'diretoria@loja.test']) {
    const letters = await eventually(
      () => people.lettersOf(who),
      ({ length }) => length === 1,
    );
    expect(letters).toMatchObject([{ id: sent?.wa_id, subject: 'Proposta 12', cc: mail.cc }]);
    expect(letters[0]?.headers.has('bcc')).toBe(false);
  }
  expect(await people.lettersOf('chefe@cliente.test')).toEqual([]);
});

it('the files of an answer leave in one mail with its words', async () => {
  const bia = people.customer('bia@cliente.test', 'Bia');
  await bia.sendsPicture();
  const [, file] = await eventually(
    () => said(bia.who),
    (rows) => rows[1]?.media_state === 'stored',
    20_000,
  );
  const [media] = await sql()`select media_id from messages where id = ${file?.id ?? ''}`;
  const head = crypto.randomUUID();
  const part = { media_type: 'image', media_id: media?.media_id, mail_of: head };
  const parts = [await answer(bia.who, 'a frente', part), await answer(bia.who, '', part)];
  await answer(bia.who, 'Seguem as fotos', { id: head });
  const sent = await settled(bia.who, head);
  const [letter, ...others] = await eventually(bia.letters, ({ length }) => length > 0);
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    id: sent?.wa_id,
    text: 'Seguem as fotos\n\na frente\n\n-- \nEquipe da Loja\nRua Um, 1',
    files: [{ mime: 'image/png' }, { mime: 'image/png' }],
  });
  const rows = await said(bia.who);
  expect(parts.map((id) => rows.find((row) => row.id === id))).toMatchObject(
    [1, 2].map((place) => ({ state: 'sent', wa_id: `${sent?.wa_id} ${place}` })),
  );
});

it('how a mail looks is shown with its own picture, and with others only when somebody asks for them', async () => {
  const address = 'oferta@padaria.test';
  const elsewhere = ['/bread.png', '/moved.png', '/words.png'].map(inGallery);
  const letter =
    headOf({ from: address, subject: 'Oferta' }) + offer(...elsewhere, 'http://127.0.0.1:1/p.png');
  await people.hand(letter, address);
  const [mail, file] = await eventually(
    () => said(address),
    (rows) => rows[1]?.media_state === 'stored',
    20_000,
  );
  expect(mail).toMatchObject({ body: 'Oferta\n\nPão quente às 7', card: { mail: { hasPage: true } } });
  expect(file?.name).toBe('logo.png');
  const params = { messageId: mail?.id ?? '' };
  const page = await api.call(mailPage, { params, token: admin });
  expect(page).toMatchObject({ outside: 4, pictures: [], files: [{ place: 1 }] });
  expect(page.files[0]?.data).toMatch(/^data:image\/png;base64,/);
  expect(page.html).toContain('<td data-style="color:#a33"><img alt="Loja" data-file="1" />');
  expect(page.html).not.toMatch(/onclick|127\.0\.0\.1|script/);
  expect(asked).toEqual([]);
  const full = await api.call(mailPage, { params, query: { pictures: 'outside' }, token: admin });
  // What is no picture, and what lies where this server does not go, is left out.
  const data = `data:image/png;base64,${PICTURE.toString('base64')}`;
  expect(full.pictures).toEqual([1, 2].map((place) => ({ place, data })));
  expect(asked.toSorted()).toEqual(['/bread.png', '/bread.png', '/moved.png', '/words.png']);
  await sql()`delete from messages where company_id = ${company.companyId} and id = ${params.messageId}`;
  expect(await sql()`select from mail_pages where message_id = ${params.messageId}`).toHaveLength(0);
  await api.refused('ERR_NO_MESSAGE_FOUND', mailPage, { params, token: admin });
});

it('a mail that could not be brought is a failed message, and no message of its own', async () => {
  const rui = people.customer('sumiu@cliente.test', 'Rui');
  await rui.says('Me escreva');
  await came(rui.who, 1);
  const id = await answer(rui.who, 'Escrevi');
  const row = await eventually(
    async () => (await said(rui.who)).find((one) => one.id === id),
    (one) => one?.state === 'failed',
    20_000,
  );
  expect(row?.error_code).toBe('ERR_NOBODY_ON_CHANNEL');
  expect(
    await sql()`select from contacts where company_id = ${company.companyId} and name ilike '%mail delivery%'`,
  ).toHaveLength(0);
});

it('what a program wrote is answered by nobody, and opens no finished conversation again', async () => {
  const eva = people.customer('eva@cliente.test', 'Eva');
  await eva.says('Oi');
  const [row] = await came(eva.who, 1);
  await sql()`update tickets set status = 'closed', closed_at = now(), unread_messages = 0 where id = ${row?.ticket_id ?? 0}`;
  const away = { from: eva.who, subject: 'Ausente', more: 'Auto-Submitted: auto-replied\r\n' };
  await people.hand(`${headOf(away)}Content-Type: text/plain\r\n\r\nEstou de férias.`, eva.who);
  const rows = await came(eva.who, 2);
  expect(rows[1]?.card?.mail?.notes).toEqual(['automatic']);
  expect(
    await sql()`select status, unread_messages from tickets where id = ${row?.ticket_id ?? 0}`,
  ).toMatchObject([{ status: 'closed', unread_messages: 0 }]);
});

it('who wrote by a form on a page is the person, not the page', async () => {
  const form = { from: '"Site" <nao-responda@site.test>', subject: 'Contato' };
  const more = 'Reply-To: Nina Reis <nina@cliente.test>\r\n';
  await people.hand(
    `${headOf({ ...form, more })}Content-Type: text/plain\r\n\r\nQuero saber mais.`,
    'nao-responda@site.test',
  );
  const [row] = await came('nina@cliente.test', 1);
  expect(row?.card?.mail?.from).toBe('');
  const [contact] = await sql()`select name, email from contacts where company_id = ${company.companyId}
    and id = (select contact_id from tickets where id = ${row?.ticket_id ?? 0})`;
  expect(contact).toEqual({ name: 'Nina Reis', email: 'nina@cliente.test' });
});

it('whoever writes faster than people do is a program, whatever it says', async () => {
  const robot = people.customer('robo@laco.test', 'Robô');
  for (let n = 1; n <= 16; n++) await robot.says(`resposta ${n}`);
  const rows = await came(robot.who, 16);
  const notes = rows.map(({ card }) => card?.mail?.notes.join());
  expect(notes.filter((note) => note === 'automatic')).toHaveLength(1);
});

it('two desks that greet each other end after one greeting each', async () => {
  const otherId = await link('Outra', OTHER_SHOP);
  const { companyId, queues } = company;
  for (const connectionId of [shopId, otherId]) {
    await sql()`insert into connection_queues (company_id, connection_id, queue_id)
      values (${companyId}, ${connectionId}, ${queues.sales}) on conflict do nothing`;
    await sql()`update connections set greeting_message = 'Bem-vindo!' where id = ${connectionId}`;
  }
  await people.hand(
    `${headOf({ from: OTHER_SHOP, subject: 'Parceria' })}Content-Type: text/plain\r\n\r\nOlá, parceiros!`,
    OTHER_SHOP,
  );
  await came(OTHER_SHOP, 2);
  await came(SHOP, 1, otherId);
  // Both have heard each other, and nothing is on its way any more.
  await eventually(
    () => sql()`select from messages where company_id = ${companyId} and state in ('queued', 'sending')`,
    ({ count }) => count === 0,
  );
  await people.customer('fim@cliente.test', 'Fim').says('fim');
  await came('fim@cliente.test', 1);
  expect((await said(OTHER_SHOP)).length).toBeLessThanOrEqual(3);
  expect((await said(SHOP, otherId)).length).toBeLessThanOrEqual(2);
});

it('a mailbox that moves loses nothing and doubles nothing', async () => {
  await people.within(SHOP, async (client) => void (await client.mailboxCreate('Mudança')));
  const movedId = await link('Mudança', SHOP, { folder: 'Mudança' });
  const letter = (n: number) =>
    `${headOf({ from: 'muda@cliente.test', subject: `Carta ${n}`, id: `carta-${n}@muda.test` })}\r\nCarta ${n}`;
  const put = (n: number) =>
    people.within(SHOP, async (client) => void (await client.append('Mudança', letter(n))));
  await put(1);
  await put(2);
  await came('muda@cliente.test', 2, movedId);
  await people.within(SHOP, async (client) => {
    await client.mailboxDelete('Mudança');
    await client.mailboxCreate('Mudança');
    // In another order, and with one that nobody has read.
    for (const n of [3, 2, 1]) await client.append('Mudança', letter(n));
  });
  await api.call(startSession, { params: { whatsappId: movedId }, token: admin });
  const rows = await came('muda@cliente.test', 3, movedId);
  expect(rows.map(({ body }) => body).toSorted()).toEqual([1, 2, 3].map((n) => `Carta ${n}\n\nCarta ${n}`));
  await put(4);
  expect((await came('muda@cliente.test', 4, movedId)).map(({ body }) => body)).toHaveLength(4);
});

it('a password goes over a sealed line, or stays inside of the own network', async () => {
  const plain = pair.credentialsOf(SHOP);
  const sealed = { ...plain, imapSecurity: 'starttls', smtpSecurity: 'starttls' } as const;
  const outside = async () => ({ address: '127.0.0.1', isInner: false, tls: {} });
  const inside = createHostFinder(createAddressRule(['127.0.0.1']));
  const nowhere = createHostFinder(createAddressRule([]));
  const logIn = async () => ({ pass: MAIL_PASSWORD });
  for (const open of [
    (account: typeof plain | typeof sealed, findHost: FindHost) =>
      openMailbox(account, logIn, findHost, pino({ level: 'silent' })),
    (account: typeof plain | typeof sealed, findHost: FindHost) =>
      createPostbox(account, logIn, findHost).verify(),
  ]) {
    await expect(open(sealed, inside)).rejects.toThrow('STARTTLS');
    await expect(open(plain, outside)).rejects.toThrow('in the clear');
    await expect(open(plain, nowhere)).rejects.toThrow('no allowed address');
  }
});

/** By what a mailbox's tokens are asked for, as it is kept. */
async function consentOf(id: number) {
  const [row] = await sql()`select credentials from connections where id = ${id}`;
  const secrets = createSecrets({ keyFile: world.config.secretKeyFile });
  const { kind } = { kind: 'mail' } as const;
  return openCredentials(secrets, company.companyId, id, { kind, credentials: row?.credentials })?.oauth;
}

it.each(['google', 'microsoft'] as const)(
  'a mailbox is opened by tokens of %s, and says so when they end',
  async (provider) => {
    services.reset();
    const { clientId, clientSecret } = MAIL_CLIENT;
    const oauth = { provider, tenant: 'loja.test', clientId, clientSecret, refreshToken: CONSENT };
    const id = await link(`Conta ${provider}`, CONSENTING, { password: '', oauth });
    // Microsoft gives another consent with each token.
    expect(await consentOf(id)).toEqual({
      ...oauth,
      refreshToken: provider === 'google' ? CONSENT : `${CONSENT}-1`,
    });
    const eli = people.customer(`eli@${provider}.test`, 'Eli');
    await people.hand(
      `${headOf({ from: eli.who, to: CONSENTING, subject: 'Oi' })}\r\nOi`,
      eli.who,
      CONSENTING,
    );
    await came(eli.who, 1, id);
    const sent = await answer(eli.who, 'Olá!', {}, id);
    await eventually(
      async () => (await said(eli.who, id)).find((row) => row.id === sent)?.state,
      (state) => state === 'sent',
      20_000,
    );
    expect((await eventually(eli.letters, ({ length }) => length === 1)).at(0)?.text).toContain('Olá!');
    expect(services.asked('mail-login').filter(({ method }) => method === 'POST')).toHaveLength(1);
    // Somebody takes the consent back.
    services.fail('mail-login', { kind: 'status', status: 400, body: { error: 'invalid_grant' } });
    await api.call(startSession, { params: { whatsappId: id }, token: admin });
    const state = () => api.call(getConnection, { params: { whatsappId: id }, token: admin });
    await api.call(updateConnection, {
      params: { whatsappId: id },
      body: {
        name: `Conta ${provider}`,
        credentials: { ...pair.credentialsOf(CONSENTING), password: '', oauth },
      },
      token: admin,
    });
    expect(await eventually(state, ({ status }) => status === 'DISCONNECTED', 20_000)).toMatchObject({
      reason: 'credentials_refused',
    });
    expect(JSON.stringify(await state())).not.toContain(CONSENT);
  },
);

it('a process that dies when it has been given another consent leaves a mailbox that opens with that one', async () => {
  services.reset();
  await sessions.stop();
  const { clientId, clientSecret } = MAIL_CLIENT;
  const oauth = { provider: 'microsoft', tenant: 'loja.test', clientId, clientSecret, refreshToken: CONSENT };
  const { id } = await api.call(createConnection, {
    body: {
      kind: 'mail',
      name: 'Conta que muda',
      credentials: { ...pair.credentialsOf(CONSENTING), password: '', oauth },
    },
    token: admin,
  });
  const worker = world.startWorker({ env: { BALCAO_FAILPOINT: 'mail.renewed:1' } });
  await worker.ready.catch(() => {});
  expect(await worker.ended).toBe('SIGKILL');
  await world.killWorker(worker);
  expect((await consentOf(id))?.refreshToken).toBe(`${CONSENT}-1`);
  sessions = await world.startSessions();
  await eventually(
    () => api.call(getConnection, { params: { whatsappId: id }, token: admin }),
    ({ status }) => status === 'connected',
    20_000,
  );
  expect((await consentOf(id))?.refreshToken).toBe(`${CONSENT}-2`);
});

it('what the mail server does not take is said where the mailbox is linked', async () => {
  const id = await link('Errada', 'errada@loja.test', { password: 'outra' }, 'DISCONNECTED');
  const connection = await api.call(getConnection, { params: { whatsappId: id }, token: admin });
  expect(connection).toMatchObject({ reason: 'credentials_refused', hasCredentials: true });
  expect(JSON.stringify(connection)).not.toContain('outra"');
  const [row] = await sql()`select credentials from connections where id = ${id}`;
  expect(Buffer.from(row?.credentials).toString('latin1')).not.toContain('errada@loja.test');
});
