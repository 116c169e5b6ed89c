import { afterAll, beforeAll, expect, it } from 'vitest';
import { PICTURE } from '../../test/picture.ts';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import { BOT_TOKEN } from '../../test/services/telegram.ts';
import { type RunningSandbox, startSandbox } from '../cli.ts';

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
