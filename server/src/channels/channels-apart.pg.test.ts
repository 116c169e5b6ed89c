import {
  createConnection,
  endSession,
  getConnection,
  listHubChannels,
  startSession,
  updateConnection,
} from '@balcao/shared/features/connections/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { HUB_CHANNEL_IDS, HUB_TOKEN, REFUSED_HUB_TOKEN } from '../../test/services/hub.ts';
import { hubPeople } from '../../test/services/hub-people.ts';
import { BOT_TOKEN, REVOKED_TOKEN } from '../../test/services/telegram.ts';
import { telegramPeople } from '../../test/services/telegram-people.ts';
import { CLOUD, cloudPeople } from '../../test/services/whatsapp-cloud-people.ts';
import {
  admin,
  api,
  company,
  conversation,
  hold,
  hub,
  letGo,
  linked,
  prepare,
  services,
  sql,
  telegram,
  world,
} from './testing/sides.ts';

/** What only one kind of channel does, from its linking on. */

prepare();

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
  linked.botId = made.id;
  const call = { params: { whatsappId: linked.botId }, token: admin };
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
  linked.cloudId = made.id;
  const call = { params: { whatsappId: linked.cloudId }, token: admin };
  const shown = await eventually(
    () => api.call(getConnection, call),
    ({ status }) => status === 'connected',
  );
  expect(shown).toMatchObject({ channel: 'whatsapp', number: '551140002922', account: 'Padaria Balcão' });
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
  linked.hubId = made.id;
  const call = { params: { whatsappId: linked.hubId }, token: admin };
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
  // Of the last letter not every bit counts.
  const forged = url.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
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
    select ${company.companyId}, ${linked.hubId}, convert_to('{"n":' || n || '}', 'UTF8') from generate_series(1, 10000) n`;
  expect(await say(url, notice(HUB_CHANNEL_IDS.instagram, 'f3'))).toBe(429);
  await sql()`delete from channel_notices where connection_id = ${linked.hubId}`;
  const call = { params: { whatsappId: linked.hubId }, token: admin };
  await api.call(endSession, call);
  expect(await say(url, notice(HUB_CHANNEL_IDS.instagram, 'f4'))).toBe(503);
  await api.call(startSession, call);
});
