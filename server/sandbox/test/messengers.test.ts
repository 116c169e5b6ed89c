import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PICTURE } from '../../test/picture.ts';
import { HUB_CHANNEL_IDS, HUB_TOKEN } from '../../test/services/hub.ts';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import { BOT_TOKEN } from '../../test/services/telegram.ts';
import { type RunningSandbox, startSandbox } from '../cli.ts';
import { messengerSample } from '../messenger-samples.ts';

let services: StandIns;
let sandbox: RunningSandbox;

beforeAll(async () => {
  services = await startStandIns();
  sandbox = await startSandbox({ messengers: services.url });
});
afterAll(async () => {
  await sandbox.stop();
  await services.close();
});

const asBot = async (method: string, params: object) => {
  const answer = await fetch(`${services.url}/telegram/bot${BOT_TOKEN}/${method}`, {
    method: 'POST',
    body: JSON.stringify(params),
    headers: { 'content-type': 'application/json' },
  });
  return ((await answer.json()) as { result: unknown }).result;
};

it('people on other messengers write to whoever listens there, and hear the answer once', async () => {
  const { commands } = sandbox;
  const write = (messenger: 'telegram' | 'instagram', text: string, fileBase64?: string) =>
    commands.writeThere({ messenger, text, ...(fileBase64 ? { fileBase64 } : {}) });
  await expect(write('telegram', 'oi')).rejects.toThrow('No bot is linked.');
  await expect(write('instagram', 'oi')).rejects.toThrow('Nobody listens to Instagram.');

  await expect(commands.writeThere({ messenger: 'whatsapp_cloud', text: 'oi' })).rejects.toThrow(
    'No number is linked.',
  );

  await asBot('getMe', {});
  await write('telegram', 'oi');
  await write('telegram', 'veja', PICTURE.toString('base64'));
  const updates = (await asBot('getUpdates', {})) as { message: { chat: { id: number } } }[];
  expect(updates).toMatchObject([{ message: { text: 'oi' } }, { message: { caption: 'veja' } }]);
  await asBot('sendMessage', { chat_id: updates[0]?.message.chat.id, text: 'bom dia' });

  for (let look = 0; look < 2; look += 1) {
    const [maria, lia] = await commands.messengers({});
    expect(maria?.said.map(({ text, mine, hasFile }) => [text, mine, hasFile])).toEqual([
      ['oi', true, false],
      ['veja', true, true],
      ['bom dia', false, false],
    ]);
    expect(lia?.said).toEqual([]);
  }

  const keyboard = (callback_data: string) => ({
    chat_id: updates[0]?.message.chat.id,
    text: 'Escolha:',
    reply_markup: { inline_keyboard: [[{ text: 'Vendas', callback_data }]] },
  });
  expect(await asBot('sendMessage', keyboard('x'.repeat(65)))).toBe(undefined);
  await asBot('sendMessage', keyboard('a'));
  await commands.tapThere({ messenger: 'telegram', label: 'Vendas' });
  const [tapped] = (await asBot('getUpdates', { offset: 100_003 })) as unknown[];
  expect(tapped).toMatchObject({ callback_query: { data: 'a' } });
  const [maria] = await commands.messengers({});
  expect(maria?.said.map(({ text, mine, choices }) => [text, mine, choices]).slice(-2)).toEqual([
    ['Escolha:', false, ['Vendas']],
    ['Vendas', true, []],
  ]);
});

/** A company to whom messengers tell what they have, at one address for all. */
async function listen() {
  const told: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method === 'POST') told.push(JSON.parse(Buffer.concat(chunks).toString()));
    const { searchParams } = new URL(request.url ?? '', 'http://company');
    response.end(searchParams.get('hub.challenge') ?? '');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { told, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const put = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${services.url}/${path}`, {
    method: path.startsWith('hub') ? 'POST' : 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

it('send every kind over the wire of their messenger, and no kind that is not theirs', async () => {
  services.reset();
  const { commands } = sandbox;
  const company = await listen();
  await asBot('getMe', {});
  await put(
    'hub/v1/subscriptions',
    { criteria: { channel: HUB_CHANNEL_IDS.instagram }, webhook: { url: company.url } },
    { 'x-api-token': HUB_TOKEN },
  );
  await put('whatsapp-cloud/webhooks/106540352242922', {
    url: company.url,
    appSecret: '0123456789abcdef0123456789abcdef',
    verifyToken: 'verify',
  });
  const [maria, lia, heitor] = await commands.messengers({});
  for (const person of [maria!, lia!, heitor!]) {
    company.told.length = 0;
    for (const sample of person.samples)
      await commands.writeThere({ messenger: person.messenger, text: '', sample });
    const told = person === maria ? ((await asBot('getUpdates', {})) as unknown[]) : company.told;
    expect(told).toHaveLength(person.samples.length);
    for (const [place, name] of person.samples.entries()) {
      const { content, file } = messengerSample(person.messenger, name);
      const sent = JSON.stringify(told[place]);
      for (const [field, value] of Object.entries(content))
        expect(sent).toContain(`${JSON.stringify(field)}:${JSON.stringify(value)}`);
      if (file && person === maria) expect(await asBot('getFile', { file_id: file.id })).toBeDefined();
    }
  }
  const [again] = await commands.messengers({});
  expect(again?.said.slice(-maria!.samples.length).map(({ sample, mine }) => [sample, mine])).toEqual(
    maria!.samples.map((name) => [name, true]),
  );
  await expect(
    commands.writeThere({ messenger: 'telegram', text: '', sample: 'storyMention' }),
  ).rejects.toThrow('Nobody sends storyMention there.');
  company.close();
});

it('go on under another number, or under another name of Meta’s, and hear what is sent there', async () => {
  services.reset();
  const { commands } = sandbox;
  const company = await listen();
  const number = '106540352242922';
  await put(`whatsapp-cloud/webhooks/${number}`, {
    url: company.url,
    appSecret: '0123456789abcdef0123456789abcdef',
    verifyToken: 'verify',
  });
  const messenger = 'whatsapp_cloud';
  const [, , before] = await commands.messengers();
  for (const to of ['5511987650099', 'BR.1001', 'BR.2002']) {
    await commands.moveThere({ messenger, to });
    await commands.writeThere({ messenger, text: `de ${to}` });
  }
  const told = company.told.flatMap((notice) => changeIn(notice).messages);
  expect(told).toMatchObject([
    { from: before?.id, type: 'system', system: { type: 'user_changed_number', wa_id: '5511987650099' } },
    { from: '5511987650099', text: { body: 'de 5511987650099' } },
    { from: null, from_user_id: 'BR.1001', text: { body: 'de BR.1001' } },
    {
      from_user_id: 'BR.2002',
      system: { type: 'user_changed_user_id', previous_user_id: 'BR.1001', user_id: 'BR.2002' },
    },
    { from_user_id: 'BR.2002', text: { body: 'de BR.2002' } },
  ]);
  const headers = {
    authorization: 'Bearer EAAGplayed0by0a0program000000000',
    'content-type': 'application/json',
  };
  const text = { body: 'Anotado' };
  const body = { messaging_product: 'whatsapp', recipient: 'BR.2002', type: 'text', text };
  const url = `${services.url}/whatsapp-cloud/${number}/messages`;
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const [, , after] = await commands.messengers();
  expect(after).toMatchObject({ id: 'BR.2002', canMove: true });
  expect(after?.said.at(-1)).toMatchObject({ text: 'Anotado', mine: false });
  await expect(commands.moveThere({ messenger: 'telegram', to: '990000099' })).rejects.toThrow(
    'Nobody has another number there.',
  );
  company.close();
});

const changeIn = (notice: unknown) =>
  (notice as { entry: { changes: { value: { messages: unknown[] } }[] }[] }).entry[0]!.changes[0]!.value;
