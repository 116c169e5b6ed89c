import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  createConnection,
  endSession,
  getConnection,
  listHubChannels,
  startSession,
  updateConnection,
} from '@balcao/shared/features/connections/calls.ts';
import {
  type ChannelFeatures,
  type ConnectionKind,
  featuresOf,
} from '@balcao/shared/features/connections/channel.ts';
import { blockContact } from '@balcao/shared/features/contacts/calls.ts';
import { exportContacts } from '@balcao/shared/features/contacts/imports.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/api.ts';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { newNumber, type PhoneCompany } from '../../test/phone-company.ts';
import { PICTURE } from '../../test/picture.ts';
import { HUB_CHANNEL_IDS, HUB_TOKEN, REFUSED_HUB_TOKEN } from '../../test/services/hub.ts';
import { hubPeople } from '../../test/services/hub-people.ts';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import { BOT_TOKEN, REVOKED_TOKEN } from '../../test/services/telegram.ts';
import { telegramPeople } from '../../test/services/telegram-people.ts';
import { CLOUD, cloudPeople } from '../../test/services/whatsapp-cloud-people.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';
import { freePort } from '../platform/free-port.ts';
import type { SessionProcess } from '../sessions.ts';

/** What every kind of channel must do, whoever is behind it: the network in a box, or a stand-in of its protocol. */

let world: LocalWorld;
let services: StandIns;
let api: TestApi;
let company: PhoneCompany;
let admin: string;
let botId: number;
let cloudId: number;
let hubId: number;
let sessions: SessionProcess | undefined;

beforeAll(async () => {
  services = await startStandIns();
  // The hub calls us.
  const port = await freePort();
  const env = {
    OUTGOING_ALLOW: new URL(services.url).host,
    OUTGOING_STAND_IN: services.url,
    BALCAO_MEDIA_LIMIT_MB: '1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  world = await startWorld({ database: createTestDatabase(), env });
  api = await startApi({ beside: world, env });
  await api.app.listen({ host: '127.0.0.1', port });
  company = await world.addCompany();
  admin = await api.signIn(company.admin);
});
afterAll(async () => {
  await api.stop();
  await world.stop();
  await services.close();
});

const sql = () => world.database.admin;

/** The sessions are in this process, unless a test lets another one hold them. */
const hold = async () => {
  sessions ??= await world.startSessions();
};
const letGo = async () => {
  await sessions?.stop();
  sessions = undefined;
};

/** A customer on a messenger. Ids are the messenger's. */
interface Customer {
  /** @param more.agoS told so many seconds late, where messengers tell the time */
  says(text: string, more?: { quote?: string; id?: string; agoS?: number }): Promise<string>;
  sendsPicture(picture?: Buffer): Promise<string>;
  edits(id: string, text: string): Promise<void>;
  reacts(id: string, emoji: string): Promise<void>;
  /** Texts of ours that the customer has, as they read now. */
  has(): Promise<string[]>;
  /** Pictures of ours. */
  pictures(): Promise<number>;
}

/** A messenger with a connection to it. */
interface Side {
  connectionId(): number;
  customer(name: string): Promise<Customer & { who: string }>;
  /** Condition on contacts that finds one of its customers. */
  identity: string;
  emoji: string;
  can: ChannelFeatures;
  /** Its customers' messages may carry the time at which they were said. */
  tellsTime: boolean;
}

const whatsapp: Side = {
  connectionId: () => company.connectionId,
  identity: 'phone',
  emoji: '🙏',
  can: featuresOf({ kind: 'whatsapp', channel: 'whatsapp' }),
  tellsTime: false,
  async customer(name) {
    const who = newNumber();
    const { commands } = world.sandbox;
    await commands.createPhone({ number: who, name });
    const at = { from: who, to: company.phone };
    const mine = async () =>
      (await commands.ledger({ number: who })).filter(({ from }) => from === company.phone);
    return {
      who,
      // Its phones tell the time by themselves.
      says: async (text, { agoS: _agoS, ...more } = {}) =>
        (await commands.send({ ...at, kind: 'text', text, ...more })).id,
      sendsPicture: async (picture = PICTURE) =>
        (await commands.send({ ...at, kind: 'image', text: 'veja', fileBase64: picture.toString('base64') }))
          .id,
      edits: async (target, text) => void (await commands.send({ ...at, kind: 'edit', target, text })),
      reacts: async (target, text) => void (await commands.send({ ...at, kind: 'reaction', target, text })),
      has: async () => (await mine()).flatMap(({ kind, text }) => (kind === 'text' && text ? [text] : [])),
      pictures: async () => (await mine()).filter(({ kind }) => kind === 'image').length,
    };
  },
};

let people = 41_000_000;
const telegram: Side = {
  connectionId: () => botId,
  identity: 'telegram',
  emoji: '🔥',
  can: featuresOf({ kind: 'telegram', channel: 'telegram' }),
  tellsTime: true,
  customer: async (name) => telegramPeople(services.url).customer(++people, name),
};

const cloud: Side = {
  connectionId: () => cloudId,
  identity: 'phone',
  emoji: '🙏',
  can: featuresOf({ kind: 'whatsapp_cloud', channel: 'whatsapp' }),
  tellsTime: true,
  customer: async (name) => cloudPeople(services.url).customer(newNumber(), name),
};

const hub: Side = {
  connectionId: () => hubId,
  identity: 'instagram',
  emoji: '',
  can: featuresOf({ kind: 'hub', channel: 'instagram' }),
  tellsTime: false,
  customer: async (name) => hubPeople(services.url).customer(String(++people), name),
};

const SIDES = { whatsapp, whatsapp_cloud: cloud, telegram, hub } as const satisfies Record<
  ConnectionKind,
  Side
>;

interface Row {
  id: string;
  body: string;
  state: string;
  wa_id: string | null;
  error_code: string | null;
  is_edited: boolean;
  reactions: { emoji: string }[];
  quoted_id: string | null;
  media_state: string | null;
}

/** The customer's ticket, once there is one, and what stands in it. */
async function conversation(side: Side, who: string) {
  const [ticket] = await eventually(
    () => sql()<{ id: number; contactId: number; status: string }[]>`
      select t.id::int, t.contact_id::int as "contactId", t.status from contact_identities i
      join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id
      where i.kind = ${side.identity} and i.value like ${`%${who.slice(-8)}`} and t.connection_id = ${side.connectionId()}`,
    ({ length }) => length === 1,
  );
  if (!ticket) throw new Error('unreachable');
  const rows = () => sql()<Row[]>`
    select m.id, m.body, m.state, m.wa_id, m.error_code, m.is_edited, m.reactions, m.quoted_id, f.state as media_state
    from messages m left join media f on f.company_id = m.company_id and f.id = m.media_id
    where m.ticket_id = ${ticket.id} and m.state <> 'local' order by m.created_at, m.id`;
  const queue = async (body: string, more: object = {}) => {
    const id = uuidv7();
    await sql()`insert into messages ${sql()({
      company_id: company.companyId,
      id,
      ticket_id: ticket.id,
      contact_id: ticket.contactId,
      connection_id: side.connectionId(),
      from_me: true,
      body,
      state: 'queued',
      read: true,
      created_at: new Date(),
      ...more,
    })}`;
    return id;
  };
  const change = (of: string, kind: string, body: string) => sql()`
    insert into outgoing_changes (company_id, connection_id, contact_id, message_id, kind, body, before, created_at)
    values (${company.companyId}, ${side.connectionId()}, ${ticket.contactId}, ${of}, ${kind}, ${body}, '', now())`;
  const row = async (id: string) => (await rows()).find((one) => one.id === id);
  const settled = (id: string) =>
    eventually(
      () => row(id),
      (one) => one?.state === 'sent' || one?.state === 'failed',
    );
  return { ...ticket, rows, row, queue, change, settled };
}

async function storePicture(): Promise<string> {
  const id = randomUUID();
  const path = `${company.companyId}/aa/${createHash('sha1').update(id).digest('hex')}`;
  const file = join(world.config.dataDir, 'media', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, PICTURE);
  await sql()`insert into media (company_id, id, state, mime, name, size, path)
    values (${company.companyId}, ${id}, 'stored', 'image/png', 'preco.png', ${PICTURE.length}, ${path})`;
  return id;
}

it('a bot is linked by its token, which nobody reads again, and may not be the default', async () => {
  await hold();
  await company.link();
  const bot = { kind: 'telegram', name: 'Robô' } as const;
  await api.refused('ERR_CONNECTION_CREDENTIALS', createConnection, { body: bot, token: admin });
  const withToken = { ...bot, credentials: { botToken: BOT_TOKEN } };
  await api.refused('ERR_DEFAULT_CHANNEL_NOT_WPP', createConnection, {
    body: { ...withToken, isDefault: true },
    token: admin,
  });
  await api.refused('ERR_CONNECTION_CREDENTIALS', createConnection, {
    body: { name: 'Número', credentials: { botToken: BOT_TOKEN } },
    token: admin,
  });
  const revoked = { ...bot, credentials: { botToken: REVOKED_TOKEN } };
  const made = await api.call(createConnection, { body: revoked, token: admin });
  botId = made.id;
  const call = { params: { whatsappId: botId }, token: admin };
  const state = () => api.call(getConnection, call);
  await eventually(
    state,
    ({ status, reason }) => status === 'DISCONNECTED' && reason === 'credentials_refused',
  );
  const { credentials } = withToken;
  await api.call(updateConnection, { ...call, body: { name: 'Robô', credentials } });
  expect(await eventually(state, ({ status }) => status === 'connected')).toMatchObject({
    channel: 'telegram',
    account: '@balcao_1_bot',
    number: null,
    isDefault: false,
    hasCredentials: true,
  });
  expect((await api.send(getConnection, call)).body).not.toContain(BOT_TOKEN);
  expect(world.logged().join()).not.toContain(BOT_TOKEN);
});

it('a number on the Cloud API is linked once its address is entered at Meta', async () => {
  await hold();
  const body = { kind: 'whatsapp_cloud', name: 'Oficial', credentials: CLOUD } as const;
  const made = await api.call(createConnection, { body, token: admin });
  cloudId = made.id;
  const call = { params: { whatsappId: cloudId }, token: admin };
  const linked = await eventually(
    () => api.call(getConnection, call),
    ({ status }) => status === 'connected',
  );
  expect(linked).toMatchObject({ channel: 'whatsapp', number: '551140002922', account: 'Padaria Balcão' });
  expect((await api.send(getConnection, call)).body).not.toContain(CLOUD.accessToken);
  const url = made.webhook?.address ?? '';
  const { enter } = cloudPeople(services.url);
  expect(await enter(url, 'another word')).toBe(400);
  expect(await enter(url, made.webhook?.verifyToken ?? '')).toBe(204);
});

it('a channel of the hub is chosen among those of its token, and tells our address', async () => {
  await hold();
  const list = (hubToken: string) => ({ body: { hubToken }, token: admin });
  await api.refused('ERR_CONNECTION_CREDENTIALS', listHubChannels, list(REFUSED_HUB_TOKEN));
  const channels = await api.call(listHubChannels, list(HUB_TOKEN));
  expect(channels.map(({ channel }) => channel)).toEqual(['facebook', 'instagram', 'telegram']);
  // Without one it is the company's, once there is one.
  const noToken = { body: {}, token: admin };
  await api.refused('ERR_HUB_TOKEN_MISSING', listHubChannels, noToken);
  const setting = { params: { key: 'notificameHub' }, body: { value: HUB_TOKEN }, token: admin } as const;
  await api.call(updateSetting, setting);
  expect(await api.call(listHubChannels, noToken)).toEqual(channels);
  const credentials = {
    hubToken: HUB_TOKEN,
    channelId: HUB_CHANNEL_IDS.instagram,
    channel: 'instagram',
  } as const;
  const { hubToken: _company, ...chosen } = credentials;
  const made = await api.call(createConnection, {
    body: { kind: 'hub', name: 'Instagram', credentials: chosen },
    token: admin,
  });
  hubId = made.id;
  const call = { params: { whatsappId: hubId }, token: admin };
  const state = () => api.call(getConnection, call);
  expect(await eventually(state, ({ status }) => status === 'connected')).toMatchObject({
    channel: 'instagram',
    account: 'Padaria no instagram',
    hasCredentials: true,
  });
  await api.refused('ERR_CONNECTION_CREDENTIALS', updateConnection, {
    ...call,
    body: { name: 'Instagram', credentials: { ...credentials, channel: 'facebook' } },
  });
  expect(world.logged().join()).not.toContain(HUB_TOKEN);
});

describe.concurrent.each(Object.entries(SIDES))('%s', (_kind, side) => {
  it('what a customer does arrives once, in order, with its file, and changes what it names', async () => {
    const ana = await side.customer('Ana');
    const first = await ana.says('oi');
    const chat = await conversation(side, ana.who);
    const answer = await chat.queue('bom dia', { quoted_id: (await chat.rows())[0]?.id });
    const sent = await chat.settled(answer);
    expect(sent).toMatchObject({ state: 'sent', error_code: null });
    expect(await ana.has()).toEqual(['bom dia']);

    await ana.says('respondendo', { quote: sent?.wa_id ?? '' });
    await ana.sendsPicture();
    if (side.can.edit) await ana.edits(first, 'oi, tudo bem?');
    if (side.emoji) await ana.reacts(sent?.wa_id ?? '', side.emoji);
    const all = await eventually(
      chat.rows,
      (rows) =>
        rows.some(({ media_state }) => media_state === 'stored') &&
        (!side.emoji || rows.some(({ reactions }) => reactions.length > 0)),
    );
    const came = all.filter(({ state }) => state === 'received').map(({ wa_id }) => wa_id);
    expect(came[0]).toBe(first);
    expect(new Set(came).size).toBe(came.length);
    if (side.can.edit)
      expect(all.find(({ body }) => body === 'oi, tudo bem?')).toMatchObject({
        is_edited: true,
        wa_id: first,
      });
    if (side.emoji)
      expect(all.find(({ id }) => id === answer)?.reactions).toMatchObject([{ emoji: side.emoji }]);
    if (side.can.quote) expect(all.find(({ body }) => body === 'respondendo')?.quoted_id).toBe(answer);
    expect(all.find(({ body }) => body === 'veja')?.media_state).toBe('stored');
  });

  it('what we say arrives once, with its file, and is changed and taken back', async () => {
    const bia = await side.customer('Bia');
    await bia.says('oi');
    const chat = await conversation(side, bia.who);
    const wrong = await chat.queue('custa 10');
    const gone = await chat.queue('engano');
    const picture = await chat.queue('tabela', { media_type: 'image', media_id: await storePicture() });
    for (const id of [wrong, gone, picture]) expect((await chat.settled(id))?.state).toBe('sent');
    expect(await bia.pictures()).toBe(1);
    if (!side.can.edit) return;
    await chat.change(wrong, 'edit', 'custa 12');
    await chat.change(gone, 'delete', '');
    const changed = () =>
      sql()`select from outgoing_changes where message_id in (${wrong}, ${gone}) and state = 'sent'`;
    await eventually(changed, ({ count }) => count === 2, 10_000);
    if (side === telegram) expect(await bia.has()).toEqual(['custa 12']);
  });

  it('what comes late, or is larger than we keep, holds up nobody', async () => {
    const lia = await side.customer('Lia');
    await lia.says('primeira');
    const chat = await conversation(side, lia.who);
    const huge = await lia.sendsPicture(Buffer.concat([PICTURE, Buffer.alloc(1024 * 1024)]));
    await lia.says('última');
    await eventually(chat.rows, (rows) => rows.some(({ body }) => body === 'última'));
    await lia.says('atrasada', { agoS: 3_600 });
    const isWhole = (rows: Row[]) =>
      rows.some(({ body }) => body === 'atrasada') &&
      rows.some(({ wa_id, media_state }) => wa_id === huge && media_state === 'failed');
    const rows = await eventually(chat.rows, isWhole, 20_000);
    const said = rows.map(({ body }) => body).filter((body) => body !== 'veja' && body !== 'olha');
    expect(said).toEqual(
      side.tellsTime ? ['atrasada', 'primeira', 'última'] : ['primeira', 'última', 'atrasada'],
    );
    // The list shows what was said last, however late another one comes.
    const [ticket] = await sql()`select last_message from tickets where id = ${chat.id}`;
    expect(ticket?.last_message).toBe(said.at(-1));
  });
});

describe.each(Object.entries(SIDES))('%s', (_kind, side) => {
  beforeAll(letGo);

  it('a process that dies before or after a send, or at a message, loses nothing, and doubles nothing', async () => {
    const caio = await side.customer('Caio');
    const dies = async (step: string, meanwhile: () => Promise<unknown>) => {
      const worker = world.startWorker({ env: { BALCAO_FAILPOINT: `${step}:1` } });
      await worker.ready;
      await meanwhile();
      await worker.ended;
      await world.killWorker(worker);
    };
    await dies('receive.committed', () => caio.says('oi'));
    // The next one goes on where that one has ended, and dies at what it is given beside.
    const says = async (body: string) => (await conversation(side, caio.who)).queue(body);
    await dies('send.stored', () => says('resposta'));
    await dies('send.accepted', () => says('outra'));
    await hold();
    const chat = await conversation(side, caio.who);
    await caio.says('ainda aí?');
    const rows = await eventually(
      chat.rows,
      (all) =>
        all.some(({ body }) => body === 'ainda aí?') &&
        all.every(({ state }) => state !== 'queued' && state !== 'sending'),
      20_000,
    );
    expect(rows.filter(({ body }) => body === 'oi')).toHaveLength(1);
    const has = await caio.has();
    for (const text of ['resposta', 'outra']) {
      const said = rows.find(({ body }) => body === text);
      const { length } = has.filter((one) => one === text);
      // Where the messenger chooses the ids nobody sends again what may have arrived.
      const isUncertain = side !== whatsapp;
      expect([text, said?.state, said?.error_code]).toEqual(
        isUncertain ? [text, 'failed', 'ERR_SEND_UNCERTAIN'] : [text, 'sent', null],
      );
      expect([text, length]).toEqual([text, isUncertain && text === 'resposta' ? 0 : 1]);
    }
  });
});

it('Telegram says why it does not send, and a lost answer is nobody’s guess', async () => {
  await hold();
  const davi = await telegram.customer('Davi');
  await davi.says('oi');
  const chat = await conversation(telegram, davi.who);
  const next = (how: object) => telegramPeople(services.url).next({ method: 'sendMessage', ...how });
  const say = async (body: string) => chat.settled(await chat.queue(body));
  const blocked = 'Forbidden: bot was blocked by the user';
  await next({ error: { error_code: 403, description: blocked } });
  expect(await say('um')).toMatchObject({ state: 'failed', error_code: 'ERR_BLOCKED_BY_CONTACT' });
  await next({
    error: { error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 1 } },
  });
  expect(await say('dois')).toMatchObject({ state: 'sent', error_code: null });
  await next({ lost: true });
  expect(await say('três')).toMatchObject({ state: 'failed', error_code: 'ERR_SEND_UNCERTAIN' });
  expect(await say('x'.repeat(5_000))).toMatchObject({ error_code: 'ERR_TOO_LARGE_FOR_CHANNEL' });
  expect(await davi.has()).toEqual(['dois', 'três']);
});

it('the hub tells what became of a message, early or late, and of one that failed', async () => {
  await hold();
  const eva = await hub.customer('Eva');
  const { next, tells } = hubPeople(services.url);
  await eva.says('oi');
  const chat = await conversation(hub, eva.who);
  const became = (id: string, state: string) =>
    eventually(
      () => chat.row(id),
      (row) => row?.state === state,
    );
  const read = await chat.queue('lida');
  const { wa_id } = (await chat.settled(read)) ?? {};
  // The first one names both ids, later ones the messenger's alone.
  await tells({ id: wa_id, code: 'SENT', providerId: 'mid.1' });
  await tells({ id: wa_id, code: 'READ', providerId: 'mid.1', isAlone: true });
  const ack = () => sql()`select ack from messages where id = ${read}`;
  await eventually(ack, ([row]) => row?.ack === 4);
  // A tick may come before we know the id that it names.
  await next({ told: { code: 'READ', early: true } });
  const early = await chat.queue('lida já');
  const itsAck = () => sql()`select ack from messages where id = ${early}`;
  await eventually(itsAck, ([row]) => row?.ack === 4);
  // A failure does not undo what somebody has read.
  await tells({ id: wa_id, code: 'ERROR', description: 'Late news' });
  for (const early of [true, false]) {
    await next({
      told: { code: 'REJECTED', description: 'Message sent outside of allowed window', early },
    });
    const failed = await became(await chat.queue(`fora do prazo ${early}`), 'failed');
    expect(failed?.error_code).toBe('ERR_OUTSIDE_SERVICE_WINDOW');
  }
  await next({ status: 429, message: 'Too many requests' });
  await became(await chat.queue('devagar'), 'sent');
  await next({ lost: true });
  const lost = await became(await chat.queue('perdida'), 'failed');
  expect(lost?.error_code).toBe('ERR_SEND_UNCERTAIN');
  expect((await chat.row(read))?.state).toBe('sent');
});

it('a messenger with hours for answers is written to within them only, whoever writes', async () => {
  await hold();
  const ivo = await hub.customer('Ivo');
  await ivo.says('oi');
  const chat = await conversation(hub, ivo.who);
  const { companyId } = company;
  const [accepted] = await sql()<{ userId: number }[]>`
    update tickets set status = 'open', user_id = (select min(id) from users where company_id = ${companyId})
    where company_id = ${companyId} and id = ${chat.id} returning user_id::int as "userId"`;
  expect(accepted).toBeDefined();
  const wroteAgo = (hours: number) => sql()`
    update tickets set customer_wrote_at = now() - ${hours} * interval '1 hour'
    where company_id = ${companyId} and id = ${chat.id}`;
  const say = { params: { ticketId: chat.id }, body: { body: 'Ainda posso ajudar?' }, token: admin };
  await wroteAgo(23);
  const { id } = await api.call(sendMessage, say);
  expect((await chat.settled(id))?.state).toBe('sent');
  await wroteAgo(25);
  await api.refused('ERR_OUTSIDE_SERVICE_WINDOW', sendMessage, say);
  // What waited for its connection too long does not leave either.
  expect((await chat.settled(await chat.queue('atrasada')))?.error_code).toBe('ERR_OUTSIDE_SERVICE_WINDOW');
  expect(await ivo.has()).toEqual(['Ainda posso ajudar?']);
  await ivo.says('voltei');
  await eventually(chat.rows, (rows) => rows.some(({ body }) => body === 'voltei'));
  await api.call(sendMessage, { ...say, body: { body: 'Que bom!' } });
});

it('whoever does not know the address, or brings another’s notice, changes nothing', async () => {
  await hold();
  const headers = { 'x-api-token': HUB_TOKEN };
  const [subscribed] = (await (await fetch(`${services.url}/hub/v1/subscriptions`, { headers })).json()) as {
    webhook: { url: string };
  }[];
  const url = subscribed?.webhook.url ?? '';
  const say = async (to: string, body: string | Buffer) =>
    (await fetch(to, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status;
  const notice = (to: string, id: string) =>
    JSON.stringify({
      type: 'MESSAGE',
      message: { id, from: '41999999', to, contents: [{ type: 'text', text: 'forjada' }] },
    });
  const forged = url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const foreign = url.replace(/channels\/(\d+)\./, (_all, id) => `channels/${Number(id) + 1}.`);
  expect([await say(forged, notice(HUB_CHANNEL_IDS.instagram, 'f1')), await say(foreign, '{}')]).toEqual([
    404, 404,
  ]);
  // What is no notice of this channel is taken, so that nobody asks again, and read by nobody.
  expect(await say(url, notice(HUB_CHANNEL_IDS.facebook, 'f2'))).toBe(200);
  expect([await say(url, 'not json'), await say(url, '')]).toEqual([200, 200]);
  // Nor does one that breaks whoever writes it down hold up what comes after it.
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const poison = notice(HUB_CHANNEL_IDS.instagram, 'f5').replace(
    '"type":"text"',
    `"type":"x","deep":${deep}`,
  );
  expect(await say(url, poison)).toBe(200);
  expect(await say(url, Buffer.alloc(4 * 1024 * 1024))).toBe(413);
  const waiting = () => sql()`select from channel_notices where company_id = ${company.companyId}`;
  await eventually(waiting, ({ count }) => count === 0);
  expect(await sql()`select from messages where body = 'forjada'`).toHaveLength(0);

  // A flood is refused before it fills the disk; a stopped connection asks to be told later.
  await letGo();
  await sql()`insert into channel_notices (company_id, connection_id, body)
    select ${company.companyId}, ${hubId}, convert_to('{"n":' || n || '}', 'UTF8') from generate_series(1, 10000) n`;
  expect(await say(url, notice(HUB_CHANNEL_IDS.instagram, 'f3'))).toBe(429);
  await sql()`delete from channel_notices where connection_id = ${hubId}`;
  const call = { params: { whatsappId: hubId }, token: admin };
  await api.call(endSession, call);
  expect(await say(url, notice(HUB_CHANNEL_IDS.instagram, 'f4'))).toBe(503);
  await api.call(startSession, call);
});

it('a contact without a number is in no file, and cannot be blocked', async () => {
  const [contact] = await sql()<{ id: number; number: string; name: string }[]>`
    select c.id::int, c.number, c.name from contacts c join contact_identities i on i.contact_id = c.id
    where i.kind = 'telegram' order by c.id limit 1`;
  expect(contact).toMatchObject({ number: '', name: 'Ana' });
  expect(featuresOf({ kind: 'telegram', channel: 'telegram' }).blocks).toBe(false);
  await api.refused('ERR_CHANNEL_CANNOT', blockContact, {
    params: { contactId: contact?.id ?? 0 },
    body: { blocked: true },
    token: admin,
  });
  const { body } = await api.send(exportContacts, { query: {}, token: admin });
  const names = body.split('\n').map((line) => line.split(/[,;]/)[0]);
  // She of each WhatsApp, and not she of Telegram.
  expect(names.filter((name) => name === 'Ana')).toHaveLength(2);
});
