import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { answer, bubble, EXPECTED_FAILURES, expectTick, openDesk, openTicket } from './acts.ts';
import { expectSameLedgers } from './ledgers.ts';
import { COMPANY, JOAO } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { openShop, type Shop } from './shop.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** Data on this computer's disk: damaged, encrypted, and encrypted with a lost key. */

let stack: Stack;
let shop: Shop;
let expectNoTrouble: () => void;

test.beforeAll(async () => {
  stack = await startStack({ from: 'linked', withKeyring: true });
  shop = await openShop(stack, { [JOAO]: 'João Pereira' });
  await shop.receivesMessage(JOAO, 0, 'Olá, bom dia');
  await shop.accepts('ana', JOAO);
});
test.afterAll(async () => {
  await shop?.end();
  await stack?.end();
});
test.beforeEach(async ({ page }) => {
  expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await openDesk(page, stack);
});
test.afterEach(() => expectNoTrouble());

test('a damaged cache is rebuilt; the draft and the queued answer outlive it', async ({ page }) => {
  await openTicket(page, 'João Pereira');
  await expect(bubble(page, 'Olá, bom dia')).toBeVisible();
  await stack.stopServer();
  await expect(page.getByTestId('offline-banner')).toBeVisible({ timeout: 20_000 });
  await answer(page, 'Antes do estrago');
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Rascunho antes do estrago');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('Rascunho antes do estrago');
  await stack.stopConsole();
  scribbleOverCaches();
  await page.goto(await stack.startConsole());
  await stack.startServer();
  const told = page.getByRole('alert').filter({ hasText: 'Um arquivo deste computador estava danificado' });
  await expect(told).toBeVisible();
  await show(page, 'set-aside', ['light']);
  await told.getByRole('button', { name: 'Fechar' }).click();
  await openTicket(page, 'João Pereira');
  await expect(bubble(page, 'Olá, bom dia')).toBeVisible({ timeout: 30_000 });
  await expectTick(page, 'Antes do estrago', 'delivered', 30_000);
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('Rascunho antes do estrago');
  await expectSameLedgers(stack, COMPANY, [JOAO]);
});

test('data is encrypted at the press of a switch; with its key gone it waits, and comes back with it', async ({
  page,
}) => {
  const composer = page.getByRole('textbox', { name: 'Mensagem' });
  await openTicket(page, 'João Pereira');
  await composer.fill('Rascunho que ninguém deve ler');
  await expect.poll(() => onDisk('Rascunho que ninguém deve ler')).toBe(true);

  await page.goto(new URL('/#/preferences/storage', page.url()).href);
  const encrypted = page.getByRole('switch', { name: 'Cifrar os dados deste computador' });
  await expectAllShown(page);
  await encrypted.click({ force: true });
  await expect(encrypted).toBeEnabled();
  await expect(encrypted).toBeChecked();
  await expect(page.getByTestId('sync-status')).toHaveText('Ao vivo');
  await show(page, 'storage-encrypted', ['light', 'phone-dark']);
  for (const text of ['Rascunho que ninguém', 'João Pereira', 'bom dia']) expect(onDisk(text)).toBe(false);
  await page.goto(new URL('/#/tickets', page.url()).href);
  await openTicket(page, 'João Pereira');
  await expect(bubble(page, 'Olá, bom dia')).toBeVisible();
  // Text typed before the draft was loaded is appended to the draft of the test before.
  await expect(composer).toHaveValue(/Rascunho que ninguém deve ler$/);
  await stack.stopServer();
  await expect(page.getByTestId('offline-banner')).toBeVisible({ timeout: 20_000 });
  await answer(page, 'Escrito às escondidas');
  await composer.fill('Rascunho que ninguém deve ler');
  await page.reload();
  await expect(composer).toHaveValue('Rascunho que ninguém deve ler');
  await stack.stopConsole();

  const keys = takeKeys();
  await stack.startServer();
  await page.goto(await stack.startConsole());
  const told = page.getByRole('status').filter({ hasText: 'o cofre do sistema não entrega a chave' });
  await expect(told).toBeVisible();
  await openTicket(page, 'João Pereira');
  await expect(bubble(page, 'Olá, bom dia')).toBeVisible();
  await expect(composer).toHaveValue('');
  await show(page, 'key-gone', ['light', 'dark', 'phone']);
  await told.getByRole('button', { name: 'Ver detalhes' }).click();
  await page.getByRole('button', { name: 'Apagar', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Apagar os dados sem chave?' })).toBeVisible();
  await show(page, 'key-gone-drop', ['light', 'phone-dark']);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await stack.stopConsole();

  giveKeysBack(keys);
  await page.goto(await stack.startConsole());
  // It opens on the page of the keys, where one was, by a navigation of its own.
  await expect(() => page.goto(new URL('/#/tickets', page.url()).href)).toPass();
  await openTicket(page, 'João Pereira');
  await expectTick(page, 'Escrito às escondidas', 'delivered', 30_000);
  await expect(composer).toHaveValue('Rascunho que ninguém deve ler');
  await expect(told).toBeHidden();

  await page.goto(new URL('/#/preferences/storage', page.url()).href);
  await expectAllShown(page);
  await encrypted.click({ force: true });
  await expect(encrypted).toBeEnabled();
  await expect(encrypted).not.toBeChecked();
  await expect.poll(() => onDisk('bom dia')).toBe(true);
  await expectSameLedgers(stack, COMPANY, [JOAO]);
});

/** What is kept is counted first, and moves the switch down when it appears. */
async function expectAllShown(page: Page): Promise<void> {
  for (const name of ['Limpar finalizados', 'Apagar rascunhos'])
    await expect(page.getByRole('button', { name })).toBeVisible();
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const onDisk = (text: string): boolean =>
  filesBelow(join(stack.consoleDir, 'accounts')).some((path) => readFileSync(path).includes(text));

type Secrets = Record<string, string>;
const keyring = () => join(stack.consoleDir, 'secrets.json');
const readKeyring = (): Secrets => JSON.parse(readFileSync(keyring(), 'utf8'));

/** Acts like a reset keyring: agents stay signed in, encrypted data stays unreadable. */
function takeKeys(): Secrets {
  const all = Object.entries(readKeyring());
  const isKey = ([name]: [string, string]) => name.startsWith('databaseKey');
  expect(all.filter(isKey)).toHaveLength(1);
  writeFileSync(keyring(), JSON.stringify(Object.fromEntries(all.filter((entry) => !isKey(entry)))));
  return Object.fromEntries(all.filter(isKey));
}

function giveKeysBack(keys: Secrets): void {
  writeFileSync(keyring(), JSON.stringify({ ...readKeyring(), ...keys }));
}

/** Overwrites the middle of every cached database, as a failing disk does. */
function scribbleOverCaches(): void {
  const accounts = join(stack.consoleDir, 'accounts');
  for (const account of readdirSync(accounts)) {
    const file = join(accounts, account, 'cache.db');
    const bytes = readFileSync(file);
    bytes.fill(0xa7, 4096 + 8, Math.max(bytes.length - 4096, 8192));
    writeFileSync(file, bytes);
  }
}
