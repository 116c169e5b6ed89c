import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { eventually } from '../../server/test/eventually.ts';
import { PICTURE } from '../../server/test/picture.ts';
import { MAIL_PASSWORD, type MailPair, startMailPair } from '../../server/test/services/mail-pair.ts';
import { mailPeople } from '../../server/test/services/mail-people.ts';
import { answer, EXPECTED_FAILURES, goTo, message, signIn } from './acts.ts';
import { show } from './pictures.ts';
import { addQuickMessages } from './quick-messages.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** A mailbox at real mail servers, from its linking to an answer that a customer reads. */

const SHOP = 'contato@loja.test';
const BAKERY = 'oferta@padaria.test';
const ANA = 'ana.prado@cliente.test';

/** What watches for trouble is a script too: it does not run in the frame of a mail. */
const PROBE_IN_FRAME = /^console: Blocked script execution in 'about:srcdoc'/;

test.setTimeout(180_000);
test.use({ actionTimeout: 20_000 });

let pair: MailPair;
let stack: Stack;
let page: Page;
/** How often somebody asked for a picture that lies outside of a mail. */
let asked = 0;
const gallery = createServer((_request, response) => {
  asked++;
  response.end(PICTURE);
});

test.beforeAll(async () => {
  pair = await startMailPair();
  await once(gallery.listen(0, '127.0.0.1'), 'listening');
  const allowed = [...pair.addresses, `127.0.0.1:${(gallery.address() as AddressInfo).port}`];
  stack = await startStack({ env: { OUTGOING_ALLOW: allowed.join(',') } });
  await addQuickMessages(stack);
});
test.afterAll(async () => {
  await stack?.end();
  await pair?.stop();
  gallery.close();
});

test('a mailbox', async ({ page: itsPage }) => {
  page = itsPage;
  const expectNoTrouble = await watchForTrouble(page, [...EXPECTED_FAILURES, PROBE_IN_FRAME]);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('it is linked', linked);
  await test.step('a mail is a conversation', arrives);
  await test.step('it is answered, with files and copies', answered);
  await test.step('a quick message is a template, with its variables and its file', fromTemplate);
  await test.step('a mail is seen as it was written', seen);
  await test.step('somebody new is written to first', writtenFirst);
  expectNoTrouble();
});

const dialog = () => page.getByRole('dialog');

async function linked(): Promise<void> {
  await goTo(page, 'Conexões');
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  await dialog().getByRole('combobox', { name: 'Canal' }).click();
  await page.getByRole('option', { name: 'E-mail, por IMAP e SMTP' }).click();
  await dialog().getByLabel('Nome', { exact: true }).fill('Caixa da loja');
  await dialog().getByRole('button', { name: 'Criar e conectar' }).click();
  await expect(dialog().getByText('Digite um endereço de e-mail.')).toBeVisible();
  await dialog().getByRole('combobox', { name: 'Entrar com' }).click();
  await page.getByRole('option', { name: 'Tokens da Microsoft' }).click();
  await expect(dialog().getByRole('group', { name: 'Tokens do provedor (OAuth 2)' })).toBeVisible();
  await show(page, 'mail-tokens', ['light', 'dark', 'phone']);
  await dialog().getByRole('combobox', { name: 'Entrar com' }).click();
  await page.getByRole('option', { name: 'Senha', exact: true }).click();
  await dialog().getByText('Outro servidor').click();
  await dialog().getByLabel('Endereço', { exact: true }).fill(SHOP);
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
  await goTo(page, 'Atendimentos');
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
  const files = page.locator('form input[type=file]');
  await files.setInputFiles(
    ['frente.png', 'verso.png'].map((name) => ({ name, mimeType: 'image/png', buffer: PICTURE })),
  );
  const lines = page.getByRole('button', { name: 'Mudar assunto e cópias' });
  await expect(lines).toContainText('Re: Entrega do pedido 4711 · Cópia para socio@cliente.test');
  await lines.click();
  await page.getByLabel('Cópia oculta').fill('chefe');
  await expect(page.getByText('Confira os endereços: um deles não é de e-mail.')).toBeVisible();
  await page.getByLabel('Cópia oculta').fill('chefe@loja.test');
  await show(page, 'mail-copies', ['light', 'dark', 'phone']);
  await answer(page, 'Entregamos sim, até o meio-dia.');
  await expect(page.locator('[data-card=mail]').last()).toContainText('Cópia oculta para chefe@loja.test');
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
    files: [{ name: 'frente.png' }, { name: 'verso.png' }],
  });
  expect(await people.lettersOf(ANA)).toHaveLength(1);
  expect(await people.lettersOf('chefe@loja.test')).toMatchObject([{ id: letter?.id }]);
}

async function fromTemplate(): Promise<void> {
  const field = message(page);
  await field.pressSequentially('/catal');
  await expect(page.getByRole('option', { name: /\/catalogo/ })).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('Ana, o pedido {{pedido}} sai hoje.');
  await expect(page.getByRole('list', { name: 'Arquivos da mensagem' }).getByRole('listitem')).toHaveCount(1);
  // What nobody knows is selected, to be typed over.
  await field.pressSequentially('4711');
  await expect(field).toHaveValue('Ana, o pedido 4711 sai hoje.');
  await field.press('Enter');
  const letters = await eventually(
    () => mailPeople(pair, SHOP).lettersOf(ANA),
    ({ length }) => length > 1,
    20_000,
  );
  expect(letters[1]).toMatchObject({
    subject: 'Re: Entrega do pedido 4711',
    text: 'Ana, o pedido 4711 sai hoje.\n\n-- \nEquipe da Loja Demo',
    files: [{ name: 'catalogo.png' }],
  });
}

async function seen(): Promise<void> {
  const outside = `http://127.0.0.1:${(gallery.address() as AddressInfo).port}/pao.png`;
  const html = `<table><tr><td style="color:#a33"><img src="cid:foto@programa.test" alt="Loja">Pão quente às 7</td></tr></table><img src="${outside}" alt="Pão" width="320">`;
  const bakery = mailPeople(pair, SHOP).customer(BAKERY, 'Padaria');
  await bakery.says('Pão quente às 7', { subject: 'Oferta da semana', html, picture: PICTURE });
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Padaria' });
  await row.getByRole('button', { name: /^Aceitar/ }).click();
  await page.getByRole('button', { name: 'Ver como foi escrito' }).click();
  const frame = page.getByTitle('O e-mail como foi escrito');
  await expect(frame).toHaveAttribute('sandbox', /^(?!.*allow-(?:scripts|forms|top-navigation))/);
  /** Widths of the pictures by their words; 0 is none. */
  const pictures = () =>
    frame.evaluate((element) =>
      [...((element as HTMLIFrameElement).contentDocument?.images ?? [])].map(
        ({ alt, naturalWidth }) => `${alt} ${naturalWidth}`,
      ),
    );
  await expect.poll(pictures).toEqual(['Loja 1', 'Pão 0']);
  expect(asked).toBe(0);
  await expect(dialog().getByRole('status')).toContainText('1 imagem fica fora do e-mail');
  await show(page, 'mail-page', ['light', 'dark', 'phone']);
  await dialog().getByRole('button', { name: 'Mostrar imagens' }).click();
  await expect.poll(pictures).toEqual(['Loja 1', 'Pão 1']);
  expect(asked).toBe(1);
  await page.keyboard.press('Escape');
}

async function writtenFirst(): Promise<void> {
  const who = 'novo.cliente@cliente.test';
  await page.getByRole('button', { name: 'Novo atendimento' }).first().click();
  await dialog().getByRole('combobox', { name: 'Contato' }).fill(who);
  await page.getByRole('option', { name: `E-mail novo: ${who}` }).click();
  await dialog().getByLabel('Conexão').click();
  await page.getByRole('option', { name: 'Caixa da loja' }).click();
  await show(page, 'mail-first', ['light', 'dark', 'phone']);
  const before = page.url();
  await dialog().getByRole('button', { name: 'Iniciar conversa' }).click();
  await expect(page).not.toHaveURL(before);
  await expect(dialog()).toBeHidden();
  await expect(message(page)).toBeVisible();
  await answer(page, 'Seu pedido está pronto.');
  const [letter] = await eventually(
    () => mailPeople(pair, SHOP).lettersOf(who),
    ({ length }) => length > 0,
    20_000,
  );
  expect(letter).toMatchObject({ subject: 'Seu pedido está pronto.', answers: '' });
}
