import { expect, type Page } from '@playwright/test';
import { eventually } from '../../server/test/eventually.ts';
import { MAIL_PASSWORD, type MailPair, startMailPair } from '../../server/test/services/mail-pair.ts';
import { mailPeople } from '../../server/test/services/mail-people.ts';
import { answer, EXPECTED_FAILURES, message, signIn } from './acts.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** A mailbox at real mail servers, from its linking to an answer that a customer reads. */

const SHOP = 'contato@loja.test';
const ANA = 'ana.prado@cliente.test';

test.setTimeout(180_000);
test.use({ actionTimeout: 20_000 });

let pair: MailPair;
let stack: Stack;
let page: Page;

test.beforeAll(async () => {
  pair = await startMailPair();
  stack = await startStack({ env: { OUTGOING_ALLOW: pair.addresses.join(',') } });
});
test.afterAll(async () => {
  await stack?.end();
  await pair?.stop();
});

test('a mailbox', async ({ page: itsPage }) => {
  page = itsPage;
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('it is linked', linked);
  await test.step('a mail is a conversation', arrives);
  await test.step('it is answered', answered);
  expectNoTrouble();
});

const dialog = () => page.getByRole('dialog');

async function linked(): Promise<void> {
  await page.getByRole('link', { name: 'Conexões' }).click();
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  await dialog().getByRole('combobox', { name: 'Canal' }).click();
  await page.getByRole('option', { name: 'E-mail, por IMAP e SMTP' }).click();
  await dialog().getByLabel('Nome', { exact: true }).fill('Caixa da loja');
  await dialog().getByRole('button', { name: 'Criar e conectar' }).click();
  await expect(dialog().getByText('Digite um endereço de e-mail.')).toBeVisible();
  await dialog().getByText('Outro servidor').click();
  await dialog().getByLabel('Endereço').fill(SHOP);
  await dialog().getByLabel('Senha', { exact: true }).fill(MAIL_PASSWORD);
  await dialog().getByLabel('Nome do remetente').fill('Loja Demo');
  for (const [legend, port] of [
    ['Para receber (IMAP)', pair.imapPort],
    ['Para enviar (SMTP)', pair.smtpPort],
  ] as const) {
    const server = dialog().getByRole('group', { name: legend });
    await server.getByLabel('Servidor').fill('127.0.0.1');
    await server.getByLabel('Porta').fill(String(port));
    await server.getByRole('combobox', { name: 'Segurança' }).click();
    await page.getByRole('option', { name: /^Nenhuma/ }).click();
  }
  await dialog().getByLabel('Assinatura').fill('Equipe da Loja Demo');
  await show(page, 'mail-dialog', ['light', 'dark', 'phone']);
  await dialog().getByRole('button', { name: 'Criar e conectar' }).click();
  const row = page.getByTestId('connection').filter({ hasText: 'Caixa da loja' });
  await expect(row).toContainText(SHOP, { timeout: 30_000 });
  await page.keyboard.press('Escape');
}

async function arrives(): Promise<void> {
  const ana = mailPeople(pair, SHOP).customer(ANA, 'Ana Prado');
  await ana.says(
    'Vocês entregam no sábado?\n\nEm seg., 30 de nov. de 2026, Loja escreveu:\n> Seu pedido saiu.\n\n-- \nAna Prado',
    { subject: 'Entrega do pedido 4711', cc: 'socio@cliente.test' },
  );
  await page.getByRole('link', { name: 'Atendimentos' }).click();
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Vocês entregam no sábado?' });
  await expect(row.getByRole('img', { name: 'E-mail' })).toBeVisible({ timeout: 30_000 });
  await row.getByRole('button', { name: /^Aceitar/ }).click();
  const mail = page.locator('[data-card=mail]').first();
  await expect(mail).toContainText('Entrega do pedido 4711');
  await expect(mail).toContainText('Cópia para socio@cliente.test');
  await expect(mail.getByText('Seu pedido saiu.')).toBeHidden();
  await mail.getByRole('button', { name: 'Mostrar o que foi citado' }).click();
  await expect(mail.getByText('Seu pedido saiu.')).toBeVisible();
  await show(page, 'mail', ['light', 'dark', 'phone']);
}

async function answered(): Promise<void> {
  await expect(message(page)).toBeVisible();
  await answer(page, 'Entregamos sim, até o meio-dia.');
  const people = mailPeople(pair, SHOP);
  const [letter] = await eventually(
    () => people.lettersOf(ANA),
    ({ length }) => length > 0,
    20_000,
  );
  expect(letter).toMatchObject({
    subject: 'Re: Entrega do pedido 4711',
    cc: ['socio@cliente.test'],
    text: 'Entregamos sim, até o meio-dia.\n\n-- \nEquipe da Loja Demo',
  });
}
