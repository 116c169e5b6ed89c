import { createHmac, randomUUID } from 'node:crypto';
import { createConnection, getConnection } from '@balcao/shared/features/connections/calls.ts';
import { listLinkedContacts } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import * as contracts from '@balcao/shared/features/web-chat/calls.ts';
import { CHAT_CLOSE, CHAT_LIMITS, chatPaths } from '@balcao/shared/features/web-chat/line.ts';
import { exchangeAnswer } from '@balcao/shared/features/web-chat/protocol.ts';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import type { PhoneCompany } from '../../../test/phone-company.ts';
import { PICTURE } from '../../../test/picture.ts';
import { helloOf, openVisitor, PAGE } from '../../../test/services/visitors.ts';
import { type LocalWorld, startWorld } from '../../../test/world.ts';
import { freePort } from '../../platform/free-port.ts';
import { CUSTOMER_TYPING } from '../../platform/realtime/typing-topics.ts';

/** A chat on a company's own pages, from the visitor's side of the line. */

let world: LocalWorld;
let api: TestApi;
let company: PhoneCompany;
let admin: string;
let server: string;
let connectionId: number;
let chat: { key: string; userSecret: string };
const sql = () => world.database.admin;
const at = () => ({ params: { whatsappId: connectionId }, token: admin });

beforeAll(async () => {
  const port = await freePort();
  server = `http://127.0.0.1:${port}`;
  const env = { BALCAO_MEDIA_LIMIT_MB: '1', PUBLIC_URL: server };
  world = await startWorld({ database: createTestDatabase(), env });
  api = await startApi({ beside: world, env });
  await api.app.listen({ host: '127.0.0.1', port });
  company = await world.addCompany();
  admin = await api.signIn(company.admin);
  await world.startSessions();
  const made = await api.call(createConnection, { body: { kind: 'web', name: 'Site' }, token: admin });
  connectionId = made.id;
  const isThere = () => api.call(getConnection, { params: { whatsappId: connectionId }, token: admin });
  await eventually(isThere, ({ status }) => status === 'connected');
  const {
    key: _key,
    script: _script,
    userSecret: _secret,
    ...settings
  } = await api.call(contracts.getWebChat, at());
  chat = await api.call(contracts.saveWebChat, {
    ...at(),
    body: { ...settings, origins: [`${PAGE}/contato`] },
  });
}, 60_000);
afterAll(async () => {
  await api.stop();
  await world.stop();
});

const open = (more: Parameters<typeof openVisitor>[1] = {}, origin = PAGE) =>
  openVisitor({ server, key: chat.key, origin }, more);
const contacts = () => sql()<{ id: number; name: string; value: string }[]>`
  select c.id::int, c.name, i.value from contacts c join contact_identities i on i.contact_id = c.id
  where i.kind = 'web' and i.value like ${`${connectionId}/%`} order by c.id, i.value`;
const ticketOf = async (contactId: number) => {
  const [ticket] = await eventually(
    () => sql()<{ id: number }[]>`select id::int from tickets where contact_id = ${contactId}`,
    ({ length }) => length === 1,
  );
  return ticket?.id ?? 0;
};
const proofOf = (id: string) => createHmac('sha256', chat.userSecret).update(id).digest('hex');

it('a process that dies at a visitor’s words, or at an answer to them, loses and doubles nothing', async () => {
  const dying = async (step: string) => {
    const program = world.startApi({ env: { BALCAO_FAILPOINT: `${step}:1`, PUBLIC_URL: server } });
    return { ...program, door: { server: (await program.ready).url, key: chat.key } };
  };
  const first = await dying('visitor.kept');
  const visitor = await openVisitor(first.door);
  const id = visitor.message('Tem alguém?');
  await first.ended;
  expect(visitor.frames.some(({ type }) => type === 'stored')).toBe(false);
  // The page says it again, to another process.
  const again = await open({ token: visitor.token() });
  again.message('Tem alguém?', { id });
  expect(await again.answered(id)).toMatchObject({ type: 'stored' });
  await eventually(
    async () => again.seen.has(id),
    (isSeen) => isSeen,
  );
  const contactId = (await contacts()).at(-1)?.id ?? 0;
  const ticketId = await ticketOf(contactId);
  const said = () => sql()<{ body: string; wa_id: string }[]>`
    select body, wa_id from messages where ticket_id = ${ticketId} and state <> 'local' order by created_at`;
  expect(await said()).toEqual([{ body: 'Tem alguém?', wa_id: id }]);
  again.leave();

  const second = await dying('visitor.told');
  const there = await openVisitor(second.door, { token: visitor.token() });
  const position = there.position();
  await sql()`update tickets set status = 'open', user_id = (select min(id) from users where company_id = ${company.companyId})
    where id = ${ticketId}`;
  await api.call(sendMessage, { params: { ticketId }, body: { body: 'Sim, oi!' }, token: admin });
  await second.ended;
  const back = await open({ token: visitor.token(), position });
  const shown = async () =>
    [...there.seen.values(), ...back.seen.values()].filter(({ from }) => from === 'shop');
  const [answer] = await eventually(shown, ({ length }) => length > 0);
  expect(answer?.text).toBe('Sim, oi!');
  expect(new Set((await shown()).map(({ id: one }) => one)).size).toBe(1);
  expect((await said()).map(({ body }) => body)).toEqual(['Tem alguém?', 'Sim, oi!']);
  back.leave();
});

it('a visitor becomes a contact with the first word, is answered, and finds it again after a reload', async () => {
  const before = (await contacts()).length;
  const visitor = await open({
    page: {
      url: `${PAGE}/promo?utm_source=google`,
      title: 'Promoção',
      referrer: 'https://www.google.com/',
      campaign: { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'natal', gclid: 'abc' },
    },
  });
  expect(visitor.welcome).toMatchObject({ isNew: true, messages: [], before: null, isKnown: false });
  expect((await contacts()).length).toBe(before);

  const id = visitor.message('Oi, tem caixa?', {
    about: { name: 'Lia', email: 'lia@example.com', consent: true },
  });
  expect(await visitor.answered(id)).toMatchObject({ type: 'stored' });
  const [own] = await eventually(
    async () => [...visitor.seen.values()],
    ({ length }) => length > 0,
  );
  expect(own).toMatchObject({ id, from: 'visitor', kind: 'text', text: 'Oi, tem caixa?', tick: 'stored' });
  const contact = (await contacts()).at(-1);
  expect(contact?.name).toBe('Lia');
  const ticketId = await ticketOf(contact?.id ?? 0);
  const [came] = await sql()`select referral from tickets where id = ${ticketId}`;
  const [visit] = await api.call(contracts.listVisits, {
    params: { contactId: contact?.id ?? 0 },
    token: admin,
  });
  expect(visit).toMatchObject({
    page: { url: `${PAGE}/promo?utm_source=google`, title: 'Promoção' },
    language: 'pt-BR',
    utcOffset: -180,
    email: 'lia@example.com',
    phone: '',
  });
  expect(visit?.consentAt).not.toBeNull();
  expect(came?.referral).toMatchObject({ kind: 'ad', sourceId: 'natal', clickId: 'abc', app: 'google' });

  await sql()`update tickets set status = 'open', user_id = (select min(id) from users where company_id = ${company.companyId})
    where id = ${ticketId}`;
  const sent = await api.call(sendMessage, {
    params: { ticketId },
    body: { body: 'Tem *sim*!' },
    token: admin,
  });
  const answer = await eventually(
    async () => [...visitor.seen.values()].find(({ from }) => from === 'shop'),
    (one) => one !== undefined,
  );
  expect(answer).toMatchObject({ kind: 'text', tick: 'stored', isDeleted: false });
  expect(answer?.text).toContain('Tem *sim*!');
  const writes = new Promise((resolve) => api.bus.on(CUSTOMER_TYPING, resolve));
  visitor.say({ type: 'typing', state: 'composing' });
  expect(await writes).toMatchObject({ ticketId, state: 'composing' });
  visitor.say({ type: 'tick', ids: [answer?.id ?? '', 'made-up'], status: 'read' });
  const acked = () => sql()<{ ack: number }[]>`select ack from messages where id = ${sent.id}`;
  await eventually(acked, ([row]) => row?.ack === 4);

  const position = visitor.position();
  visitor.leave();
  const again = await open({ token: visitor.token() });
  expect(again.welcome).toMatchObject({ isNew: false, goesOn: false, isKnown: true });
  expect([...again.seen.keys()]).toEqual([id, answer?.id]);
  again.leave();
  const goingOn = await open({ token: visitor.token(), position });
  expect(goingOn.welcome?.goesOn).toBe(true);
  // The same again changes nothing.
  goingOn.message('Oi, tem caixa?', { id });
  await goingOn.answered(id);
  goingOn.message('Quanto custa?');
  await eventually(
    () => sql()`select from messages where ticket_id = ${ticketId} and state = 'received'`,
    ({ count }) => count === 2,
  );
  goingOn.leave();
});

it('pages are told while the chat is open, if the company follows them, and else where somebody writes alone', async () => {
  const on = (path: string) => ({ url: PAGE + path, title: path, referrer: '', campaign: {} });
  const visitor = await open({ page: on('/vitrine') });
  const id = visitor.message('Oi', { about: { name: 'Eva' } });
  await visitor.answered(id);
  await eventually(
    async () => visitor.seen.has(id),
    (isSeen) => isSeen,
  );
  const contactId = (await contacts()).at(-1)?.id ?? 0;
  const seen = async () => {
    const [visit] = await api.call(contracts.listVisits, { params: { contactId }, token: admin });
    return [visit?.page.url, ...(visit?.pages ?? []).map(({ url }) => url)];
  };
  const follow = async (followsPages: boolean) => {
    const {
      key: _key,
      script: _script,
      userSecret: _secret,
      ...settings
    } = await api.call(contracts.getWebChat, at());
    await api.call(contracts.saveWebChat, { ...at(), body: { ...settings, followsPages } });
  };
  /** What a page does that has the chat open, up to an answer to what came after. */
  const lookAt = async (path: string) => {
    const there = await open({ token: visitor.token(), page: on(path) });
    there.say({ type: 'page', page: on(path) });
    there.say({ type: 'earlier', before: '' });
    await eventually(
      async () => there.frames.some(({ type }) => type === 'earlier'),
      (isThere) => isThere,
    );
    return there;
  };
  (await lookAt('/preco')).leave();
  expect(await seen()).toEqual([`${PAGE}/vitrine`]);
  await follow(true);
  for (const path of ['/preco', '/preco', '/frete']) (await lookAt(path)).leave();
  // Whose chat is not open tells nothing.
  (await open({ token: visitor.token(), page: on('/segredo') })).leave();
  expect(await seen()).toEqual([`${PAGE}/vitrine`, `${PAGE}/preco`, `${PAGE}/frete`]);
  await follow(false);
  const back = await lookAt('/clube');
  await back.answered(back.message('Quero este'));
  expect(await seen()).toEqual([`${PAGE}/clube`, `${PAGE}/preco`, `${PAGE}/frete`]);
  back.leave();
  visitor.leave();
});

it('files come cleaned and bounded, and nobody names the file of another', async () => {
  const visitor = await open();
  // A camera writes into it where it was.
  const taken = await sharp(PICTURE)
    .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' } })
    .png()
    .toBuffer();
  const whereOf = async (picture: Buffer) => (await sharp(picture).metadata()).exif;
  expect(await whereOf(taken)).toBeDefined();
  const { fileId, answer } = await visitor.upload(taken, 'caixa.png');
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([201, PAGE]);
  const id = visitor.message('', { file: fileId });
  await visitor.answered(id);
  const shown = await eventually(
    async () => visitor.seen.get(id),
    (one) => Boolean(one?.file?.url),
    20_000,
  );
  expect(shown).toMatchObject({ kind: 'image', text: '', file: { name: 'caixa.png', mime: 'image/png' } });
  const got = await visitor.file(shown?.file?.url ?? '');
  expect([got.status, got.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin']);
  expect(await whereOf(Buffer.from(await got.arrayBuffer()))).toBeUndefined();

  const thief = await open();
  expect(await thief.answered(thief.message('', { file: fileId }))).toMatchObject({
    code: 'ERR_NO_MEDIA_FOUND',
  });
  const big = await visitor.upload(Buffer.alloc(1024 * 1024 + 1, 7), 'grande.bin');
  expect(big.answer.status).toBe(413);
  const program = await visitor.upload(Buffer.from('MZ\x90\0nothing'), 'virus.exe');
  expect(program.answer.status).toBe(415);
  const stranger = await fetch(`${server}${chatPaths(chat.key).upload(randomUUID())}`, {
    method: 'PUT',
    headers: { origin: PAGE, authorization: 'Bearer made.up' },
    body: new Uint8Array(PICTURE),
  });
  expect(stranger.status).toBe(401);
  visitor.leave();
  thief.leave();
});

it('only named pages come in, and a chat of another kind, company or key is none', async () => {
  const away = await open({}, 'https://outra.example.com');
  expect([away.welcome, away.closed()]).toEqual([null, CHAT_CLOSE.refused]);
  const forged = await openVisitor({ server, key: chat.key.replace(/^\d+/, '999') });
  expect(forged.closed()).toBe(CHAT_CLOSE.refused);
  const look = (origin: string | null) =>
    fetch(`${server}${chatPaths(chat.key).design}`, { headers: origin === null ? {} : { origin } });
  const design = await look(PAGE);
  expect(design.status).toBe(200);
  expect(await design.json()).toMatchObject({
    place: 'right',
    shop: { isOpen: true },
    fileBytes: 1024 * 1024,
  });
  // Another shop, a frame without rights, a program.
  for (const origin of ['https://outra.example.com', 'null', null]) {
    const refused = await look(origin);
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      403,
      'ERR_CHAT_PAGE_REFUSED',
    ]);
  }
  const preflight = await fetch(`${server}${chatPaths(chat.key).exchange}`, {
    method: 'OPTIONS',
    headers: { origin: PAGE, 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, PAGE]);
  await api.refused('ERR_CHANNEL_CANNOT', contracts.getWebChat, {
    params: { whatsappId: company.connectionId },
    token: admin,
  });
  const other = await world.addCompany();
  const stranger = await api.signIn(other.admin);
  await api.refused('ERR_NO_WAPP_FOUND', contracts.getWebChat, { ...at(), token: stranger });
  await api.refused('ERR_NO_WAPP_FOUND', contracts.renewWebChatSecret, { ...at(), token: stranger });
});

it('whom the shop proves to be there has one conversation in every browser, and nobody else has it', async () => {
  const user = { id: 'cliente-7', hash: proofOf('cliente-7'), name: 'Rui' };
  const first = await open();
  const id = first.message('sou eu');
  await first.answered(id);
  await eventually(
    async () => first.seen.size,
    (size) => size === 1,
  );
  first.leave();
  // The same browser, signed in now; then another browser.
  const signedIn = await open({ token: first.token(), user });
  expect(signedIn.welcome?.isNew).toBe(false);
  expect([...signedIn.seen.keys()]).toEqual([id]);
  const isLinked = async () => (await contacts()).some(({ value }) => value.endsWith('/user/cliente-7'));
  await eventually(isLinked, (linked) => linked);
  const elsewhere = await open({ user });
  expect([...elsewhere.seen.keys()]).toEqual([id]);
  // Signed out, or another: a stranger.
  const out = await open({ token: signedIn.token() });
  expect([out.welcome?.isNew, out.seen.size]).toEqual([true, 0]);
  const wrong = await open({ user: { ...user, hash: 'ab'.repeat(32) } });
  expect(wrong.frames[0]).toMatchObject({ type: 'refused', code: 'ERR_CHAT_USER_UNPROVEN' });
  expect(wrong.seen.size).toBe(0);

  // A stolen token is worth nothing once the secret is another.
  chat = await api.call(contracts.renewWebChatSecret, at());
  const late = await open({ token: elsewhere.token() });
  expect([late.welcome?.isNew, late.seen.size]).toEqual([true, 0]);
  late.leave();
  for (const one of [signedIn, elsewhere, out, wrong]) one.leave();
});

it('whoever brings the code to WhatsApp is one person with the visitor, and a made-up code joins nobody', async () => {
  await company.link();
  // What is known of a chat is a few seconds old, unless somebody changes it.
  chat = await api.call(contracts.renewWebChatSecret, at());
  const visitor = await open();
  const way = async (isThere: (code: string) => boolean) => {
    visitor.say({ type: 'whatsapp' });
    const found = await eventually(
      async () => visitor.frames.findLast(({ type }) => type === 'whatsapp'),
      (frame) => frame?.type === 'whatsapp' && isThere(frame.code),
    );
    return found?.type === 'whatsapp' ? found : { url: '', code: '' };
  };
  const early = await way((code) => code === '');
  expect(early.url).toBe(
    `https://wa.me/${company.phone}?text=${encodeURIComponent('Olá! Vim do chat do site.')}`,
  );
  await visitor.answered(visitor.message('Prefiro no WhatsApp'));
  await eventually(
    async () => visitor.seen.size,
    (size) => size === 1,
  );
  const { url, code } = await way((one) => one !== '');
  const text = decodeURIComponent(url.split('?text=')[1] ?? '');
  expect(text).toContain(code);
  const contactId = (await contacts()).at(-1)?.id ?? 0;
  const { commands } = world.sandbox;
  const liar = await company.addCustomer();
  const madeUp = `${code.slice(0, -8)}AAAAAAAA`;
  await commands.send({ kind: 'text', from: liar, to: company.phone, text: madeUp });
  await eventually(
    () => sql()`select from messages where body = ${madeUp}`,
    ({ count }) => count === 1,
  );
  const linked = () => api.call(listLinkedContacts, { params: { contactId }, token: admin });
  expect(await linked()).toEqual([]);
  const customer = await company.addCustomer();
  await commands.send({ kind: 'text', from: customer, to: company.phone, text });
  const [other] = await eventually(linked, ({ length }) => length === 1);
  expect(other?.number).toBe(customer);
  visitor.leave();
});

it('a stolen token opens nothing on another page, in another chat or company, or of another visitor', async () => {
  const victim = await open();
  await victim.answered(victim.message('segredo'));
  await eventually(
    async () => victim.seen.size,
    (size) => size === 1,
  );
  const { fileId } = await victim.upload(PICTURE, 'caixa.png');
  const token = victim.token() ?? '';
  const away = await open({ token }, 'https://outra.example.com');
  expect([away.welcome, away.seen.size, away.closed()]).toEqual([null, 0, CHAT_CLOSE.refused]);

  /** A chat that the same page may use. */
  const another = async (by: string) => {
    const made = await api.call(createConnection, { body: { kind: 'web', name: 'Outro' }, token: by });
    const there = { params: { whatsappId: made.id }, token: by };
    const { key, script: _, userSecret: __, ...settings } = await api.call(contracts.getWebChat, there);
    await api.call(contracts.saveWebChat, { ...there, body: { ...settings, origins: [PAGE] } });
    return { server, key };
  };
  const other = await world.addCompany();
  const doors = [await another(admin), await another(await api.signIn(other.admin))];
  for (const door of doors) {
    const thief = await openVisitor(door, { token });
    expect([thief.welcome?.isNew, thief.seen.size]).toEqual([true, 0]);
    const upload = await fetch(`${server}${chatPaths(door.key).upload(fileId)}`, {
      method: 'PUT',
      headers: { origin: PAGE, authorization: `Bearer ${token}` },
      body: new Uint8Array(PICTURE),
    });
    expect(upload.status).toBe(401);
    thief.leave();
  }
  // The same signature under another visitor's name, and a time that lasts longer.
  const [said = '', signature = ''] = token.split('.');
  const [id, user, since] = JSON.parse(Buffer.from(said, 'base64url').toString()) as [string, null, number];
  for (const forged of [
    [randomUUID(), user, since],
    [id, 'cliente-7', since],
    [id, user, since + 1_000_000],
  ]) {
    const words = Buffer.from(JSON.stringify(forged)).toString('base64url');
    const thief = await open({ token: `${words}.${signature}` });
    expect([thief.welcome?.isNew, thief.seen.size]).toEqual([true, 0]);
    thief.leave();
  }
  victim.leave();
});

it('a clock that is wrong says nothing of when a message came', async () => {
  const visitor = await open();
  // The end of the years that such an id can name, and their beginning.
  const ids = ['ffffffff-ffff', '00000000-0000'].map(
    (time) => `${time}-7000-8000-${randomUUID().slice(-12)}`,
  );
  for (const id of ids)
    expect(await visitor.answered(visitor.message('que horas são?', { id }))).toMatchObject({
      type: 'stored',
    });
  const seen = await eventually(
    async () => [...visitor.seen.values()],
    ({ length }) => length === 2,
  );
  for (const { at } of seen) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  expect(seen.map(({ id }) => id)).toEqual(ids);
  visitor.leave();
});

it('without websockets the same is said by requests', async () => {
  const exchange = async (frames: unknown[]) => {
    const answer = await fetch(`${server}${chatPaths(chat.key).exchange}`, {
      method: 'POST',
      headers: { origin: PAGE, 'content-type': 'application/json' },
      body: JSON.stringify({ frames }),
    });
    return exchangeAnswer.parse(await answer.json());
  };
  const id = uuidv7();
  const message = {
    type: 'message',
    id,
    text: 'por pedido',
    file: null,
    tap: null,
    quoted: null,
    about: null,
  };
  const { frames } = await exchange([helloOf(), message]);
  const welcome = frames.find(({ type }) => type === 'welcome');
  const token = welcome?.type === 'welcome' ? welcome.token : null;
  expect(frames.at(-1)).toEqual({ type: 'stored', id });
  await eventually(
    async () => (await exchange([helloOf({ token })])).frames[0],
    (frame) => frame?.type === 'welcome' && frame.messages.some((one) => one.id === id),
  );
  expect(await exchange([message])).toEqual({ frames: [], close: CHAT_CLOSE.nonsense });
});

it('a flood is bounded, and says so', async () => {
  const rows = async () => {
    const [row] = await sql()`
      select (select count(*) from web_visitors)::int as visitors, (select count(*) from channel_notices)::int as notices,
        (select count(*) from contact_identities where kind = 'web')::int as names`;
    return row;
  };
  const before = (await contacts()).length;
  const visitor = await open();
  const ids = Array.from({ length: CHAT_LIMITS.messagesAtOnce + 5 }, (_, n) => visitor.message(`n ${n}`));
  const answers = await Promise.all(ids.map((id) => visitor.answered(id)));
  expect(answers.filter((frame) => frame?.type === 'stored')).toHaveLength(CHAT_LIMITS.messagesAtOnce);
  expect(answers.at(-1)).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', retryMs: 5_000 });
  visitor.say({ type: 'typing', state: 'composing' });
  // Newcomers who say nothing cost no rows; arrivals of one network are bounded.
  await eventually(contacts, ({ length }) => length === before + 1);
  const quiet = await eventually(rows, (row) => row?.notices === 0);
  const codes: (number | null)[] = [];
  for (let n = 0; n < 80; n += 1) {
    const one = await open();
    codes.push(one.closed());
    one.leave();
  }
  expect(codes).toContain(CHAT_CLOSE.tooMany);
  expect(await rows()).toEqual(quiet);
  expect((await contacts()).length).toBe(before + 1);
  const nonsense = await open().catch(() => null);
  nonsense?.leave();
  expect(api.errors()).toEqual([]);
}, 30_000);
