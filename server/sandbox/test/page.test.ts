/** The page in a real browser: one person plays the company's phone and a customer. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStandIns } from '../../test/services/stand-ins.ts';
import { BOT_TOKEN } from '../../test/services/telegram.ts';
import { type RunningSandbox, startSandbox } from '../cli.ts';
import { TestClient, textOf } from './test-client.ts';

const SHOP = '5511999990001';
const MARIA = '5511988880002';
/** one pixel, PNG */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let sandbox: RunningSandbox;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  page = await browser.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  await page.goto(sandbox.info.ui);
});
afterAll(async () => {
  await browser.close();
  await sandbox.stop();
});

const bubble = (id: string) => page.locator(`[data-id="${id}"]`);
const progress = (id: string, wanted: string) =>
  page.locator(`[data-id="${id}"][data-progress="${wanted}"]`).waitFor();
const newest = async () => (await sandbox.commands.ledger({ number: MARIA })).at(-1)!.id;

it('scan, write, ticks, a picture each way, typing, offline and back; no complaint in the console', async () => {
  const c = new TestClient(sandbox.world).connect();
  const { qr } = await c.next('connection.update', (update) => !!update.qr);
  await page.goto(`${sandbox.info.ui}#qr=${encodeURIComponent(qr!)}`);
  const closed = c.closed();
  await page.getByTestId('scan').click();
  await closed;
  const synced = c.next('creds.update', (update) => !!update.accountSyncCounter);
  await c.reconnect();
  await synced;
  await page.getByText('Conectado agora').first().waitFor();

  await page.getByTestId(`phone-${MARIA}`).click();
  await page.getByTestId('composer').fill('Olá, preciso de ajuda');
  await page.keyboard.press('Enter');
  const { message } = await c.message((m) => textOf(m) === 'Olá, preciso de ajuda');
  await progress(message.key.id!, 'delivered');
  await c.sock.readMessages([message.key]);
  await progress(message.key.id!, 'read');

  await page.getByTestId('file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE });
  const photo = await c.message((m) => !!m.message?.imageMessage);
  expect(photo.message.message?.imageMessage).toMatchObject({ mimetype: 'image/png', width: 1, height: 1 });

  const chat = message.key.remoteJid!;
  await c.sock.sendPresenceUpdate('composing', chat);
  await page.getByText('digitando…').waitFor();
  const image = { image: PICTURE, mimetype: 'image/png', caption: 'veja', jpegThumbnail: '' };
  const sent = await c.sock.sendMessage(chat, image as never);
  await bubble(sent!.key.id!).locator('img').waitFor();
  const width = () =>
    bubble(sent!.key.id!)
      .locator('img')
      .evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth);
  await expect.poll(width).toBe(1);
  // the conversation is open, so it is read
  await sandbox.commands.waitForMessage({ number: MARIA, id: sent!.key.id!, progress: 'read' });

  await everythingElse(c, sent!.key.id!);

  await page.getByTestId('network').click();
  await page.getByText('Sem internet').first().waitFor();
  await page.getByTestId('composer').fill('do túnel');
  await page.keyboard.press('Enter');
  await page.getByText('do túnel').first().waitFor();
  const queued = await newest();
  await progress(queued, 'queued');
  await page.getByTestId('network').click();
  await progress(queued, 'delivered');
  expect(complaints).toEqual([]);
  await c.stop();
});

/** The other things a phone sends besides text and files, and its actions on messages. */
async function everythingElse(c: TestClient, companys: string): Promise<void> {
  const extra = async (name: string) => {
    await page.getByTestId('more').click();
    await page.getByTestId('extras').getByText(name, { exact: true }).click();
  };
  const form = page.getByTestId('extras');
  const submit = () => form.getByRole('button', { name: 'Enviar' }).click();

  await extra('Enquete');
  await form.getByLabel('Pergunta').fill('Qual sabor?');
  await form.getByLabel('Uma opção por linha').fill('Fubá\nCenoura');
  await submit();
  const poll = (await c.message((m) => !!m.message?.pollCreationMessageV3)).message.message;
  expect(poll?.pollCreationMessageV3?.options?.map(({ optionName }) => optionName)).toEqual([
    'Fubá',
    'Cenoura',
  ]);
  const asked = bubble(await newest());
  await asked.hover();
  await asked.getByTitle('O que fazer com a mensagem').click();
  await page.getByTestId('actions').getByRole('button', { name: 'Fubá' }).click();
  await c.message((m) => !!m.message?.pollUpdateMessage);
  await page.getByTestId('more').click();
  await page.getByTestId('inside').selectOption('groupMentionedMessage');
  await page.keyboard.press('Escape');
  await page.getByTestId('composer').fill('@todos bom dia');
  await page.keyboard.press('Enter');
  await c.message((m) => m.message?.groupMentionedMessage?.message?.conversation === '@todos bom dia');
  await extra('Localização');
  await form.getByLabel('Nome do lugar').fill('MASP');
  await submit();
  await c.message((m) => m.message?.locationMessage?.name === 'MASP');
  await extra('Contato');
  await form.getByLabel('Nome').fill('Rita Lima');
  await form.getByLabel('Número com DDI').fill('+55 21 98888-7777');
  await submit();
  await c.message((m) => m.message?.contactMessage?.vcard?.includes('waid=5521988887777') === true);
  await page.getByTestId('more').click();
  await page.getByTestId('once').check();
  await page.keyboard.press('Escape');
  await page.getByTestId('file').setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: PICTURE });
  const once = await c.message((m) => m.key.isViewOnce === true || !!m.message?.viewOnceMessageV2);
  expect(once).toBeDefined();

  const act = async (id: string, name: string) => {
    await bubble(id).hover();
    await bubble(id).getByTitle('O que fazer com a mensagem').click();
    await page.getByTestId('actions').getByRole('button', { name }).click();
  };
  await act(companys, '❤️');
  await bubble(companys).getByText('❤️').waitFor();
  await page.getByTestId('composer').fill('Quero doiss');
  await page.keyboard.press('Enter');
  const wrong = (await c.message((m) => textOf(m) === 'Quero doiss')).message.key.id!;
  await act(wrong, 'Editar');
  await page.getByTestId('composer').fill('Quero dois');
  await page.keyboard.press('Enter');
  await bubble(wrong).getByText('editada').waitFor();
  await act(wrong, 'Apagar para todos');
  await bubble(wrong).getByText('Mensagem apagada').waitFor();
}

it('a new phone is made on the page and its texts are kept in the chosen language', async () => {
  await page.locator('summary').click();
  await page.getByPlaceholder('Nome').fill('<b>Zé</b>');
  await page.getByPlaceholder('Número com DDI').fill('+55 (41) 95555-0005');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByTestId('phone-5541955550005').getByText('<b>Zé</b>').waitFor();
  await page.getByTestId('more').click();
  await page.getByTestId('extras').getByText('Mudar de número').click();
  await page.getByTestId('extras').getByRole('button', { name: 'Maria Souza · +55 11 98888-0002' }).click();
  await page.waitForURL(`**/#${MARIA}`);
  await page.getByText('Mudou para +55 11 98888-0002.').waitFor();
  await page.getByLabel('Idioma').selectOption('en');
  await page.getByText('Customers').waitFor();
  await page.reload();
  await page.getByText('Simulated phones').waitFor();
  expect((await sandbox.commands.phones()).map((phone) => phone.number)).toContain('5541955550005');
  expect(complaints).toEqual([]);
  expect(sandbox.world.numbered(SHOP).linked.size).toBe(1);
});

it('somebody on another messenger sends more than words there', async () => {
  const services = await startStandIns();
  const other = await startSandbox({ messengers: services.url });
  try {
    await fetch(`${services.url}/telegram/bot${BOT_TOKEN}/getMe`, { method: 'POST' });
    await page.goto(other.info.ui);
    await page.getByLabel('Idioma').selectOption('pt');
    await page.getByTestId('phone-telegram').click();
    await page.getByTestId('more').click();
    await page.getByTestId('extras').getByRole('button', { name: 'Duas fotos pagas' }).click();
    await page.getByTestId('chat').getByText('Duas fotos pagas').waitFor();
    await page.getByTestId('phone-telegram').getByText('Duas fotos pagas').waitFor();
    await page.getByTestId('composer').fill('Olá');
    await page.keyboard.press('Enter');
    await page.getByTestId('chat').getByText('Olá').waitFor();
    // What is missing of a bubble is not written as a word.
    expect(await page.getByTestId('chat').textContent()).not.toContain('null');
    await page.getByTestId('more').click();
    const [maria] = await other.commands.messengers();
    expect(await page.getByTestId('extras').getByRole('button').count()).toBe(maria?.samples.length);
    expect(complaints).toEqual([]);
  } finally {
    await other.stop();
    await services.close();
  }
});
