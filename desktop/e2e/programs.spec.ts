import { expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { EXPECTED_FAILURES, goTo, sentTo, signIn } from './acts.ts';
import { MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** A shop's programs hear what happens at the desk, and send through its connection. */

const TEXT = 'O seu pedido saiu para entrega.';
const FILE = { name: 'foto.txt', mimeType: 'text/plain', buffer: Buffer.from('um pedido') };

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ from: 'linked', withServices: true });
});
test.afterAll(() => stack?.end());

test('a program is told, sends, and is switched off when nothing reaches it', async ({ page }) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('an address is made and tried', () => makeWebhook(page));
  const token = await test.step('the connection gets a token', () => makeToken(page));
  await test.step('the two forms send with it', () => send(page, token));
  await test.step('the log has both calls', () => readLog(page));
  await test.step('the address has heard of it, and hears it again', () => readDeliveries(page));
  await test.step('the server switches it off', () => switchOff(page));
  expectNoTrouble();
});

async function makeWebhook(page: Page): Promise<void> {
  await goTo(page, 'Webhooks');
  await page.getByRole('button', { name: 'Novo webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Loja virtual');
  await dialog.getByRole('textbox', { name: 'Endereço' }).fill(`${stack.servicesUrl}/n8n/webhook/loja`);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Escolha pelo menos um evento.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Todos' }).click();
  await show(page, 'webhook-new', ['light', 'dark', 'phone', 'phone-dark']);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Webhook criado!')).toBeVisible();
  const secret = page.getByRole('dialog', { name: 'Segredo de Loja virtual' });
  await expect(secret.getByLabel('Segredo')).toHaveValue(/^whsec_/);
  await secret.getByRole('button', { name: 'Já copiei' }).click();
  await page.getByRole('button', { name: 'Testar Loja virtual' }).click();
  await expect(page.getByText(/Loja virtual respondeu com o status 200 em/)).toBeVisible();
}

async function makeToken(page: Page): Promise<string> {
  await goTo(page, 'Conexões');
  await page
    .getByRole('button', { name: /^Mais ações para/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Token' }).click();
  await dialog.getByRole('button', { name: /^Gerar/ }).click();
  const token = await dialog.getByLabel('Token da API').inputValue();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  return token;
}

async function send(page: Page, token: string): Promise<void> {
  await goTo(page, 'API');
  await show(page, 'messages-api', ['light', 'dark', 'phone', 'phone-dark']);
  await page.getByRole('tab', { name: 'Testar' }).click();
  const sent = page.getByText('Mensagem enviada com sucesso');
  const text = page.getByRole('form', { name: 'Mensagem de texto' });
  await text.getByLabel('Token').fill(token);
  await text.getByLabel('Número').fill(MARIA);
  await text.getByLabel('Mensagem').fill(TEXT);
  await text.getByRole('button', { name: 'Enviar' }).click();
  await expect(sent).toBeVisible();
  await expect(sent).toHaveCount(0);
  const file = page.getByRole('form', { name: 'Mensagem com arquivo' });
  await file.getByLabel('Token').fill(token);
  await file.getByLabel('Número').fill(MARIA);
  await file.getByLabel('Arquivo').setInputFiles(FILE);
  await file.getByRole('button', { name: 'Enviar' }).click();
  await expect(sent).toBeVisible();
  await show(page, 'messages-api-trial', ['light', 'dark', 'phone', 'phone-dark']);
  await expect.poll(async () => (await sentTo(stack, MARIA)).map(({ text }) => text ?? '')).toContain(TEXT);
  await expect.poll(async () => (await sentTo(stack, MARIA)).length).toBe(2);
}

async function readLog(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Últimas chamadas' }).click();
  const calls = page.getByRole('row', { name: /POST \/api\/messages\/send/ });
  await expect(async () => {
    await page.getByRole('main').getByRole('button', { name: 'Atualizar' }).click();
    await expect(calls.filter({ hasText: '202' })).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await show(page, 'messages-api-calls', ['light', 'dark', 'phone', 'phone-dark']);
}

async function readDeliveries(page: Page): Promise<void> {
  await goTo(page, 'Webhooks');
  await page.getByRole('link', { name: 'Entregas de Loja virtual' }).click();
  const told = page.getByRole('row', { name: /message\.sent/ }).last();
  await expect(told).toContainText('Entregue');
  await show(page, 'webhook-deliveries', ['light', 'dark', 'phone', 'phone-dark']);
  await told.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(TEXT);
  await dialog.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(page.getByText('A entrega será feita de novo.')).toBeVisible();
  await expect(async () => {
    await page.getByRole('main').getByRole('button', { name: 'Atualizar' }).click();
    await expect(told).toContainText(/Entregue.*2 tentativas/, { timeout: 1_000 });
  }).toPass();
}

/** The row is as after a day without success. */
async function switchOff(page: Page): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-programs' });
  await sql`update webhooks set active = false, failing_since = now() - interval '1 day', failed_at = now()`;
  await sql.end();
  const notice = page.getByTestId('failed-webhooks');
  await expect(notice).toContainText('O webhook Loja virtual foi desligado: nada chegou a ele por um dia.');
  await notice.getByRole('button', { name: 'Ver webhooks' }).click();
  await expect(page.getByRole('row', { name: /Loja virtual/ })).toContainText('Desligado por falhas');
  await expect(notice).toHaveCount(0);
  await show(page, 'webhooks', ['light', 'dark', 'phone', 'phone-dark']);
}
