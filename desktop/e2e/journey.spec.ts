import { expect, type Page } from '@playwright/test';
import {
  answer,
  bubble,
  EXPECTED_FAILURES,
  expectTick,
  goTo,
  holdUpQrCode,
  signIn,
  signOut,
} from './acts.ts';
import { expectSameLedgers } from './ledgers.ts';
import { COMPANY, MARIA } from './phones.ts';
import { picture } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(async () => {
  await stack?.end();
});

test('a WhatsApp message becomes a ticket, an agent answers, the customer reads it', async ({
  page,
  context,
}) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);

  await test.step('the admin connects the company phone by QR code', async () => {
    await page.goto(await stack.startConsole());
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    await picture(page, 'login');
    await page.getByRole('button', { name: 'Admin', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
    await goTo(page, 'Conexões');
    await expect(page.getByText('Ainda não conectado')).toBeVisible();
    await page.getByRole('button', { name: 'Conectar', exact: true }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    await picture(page, 'qr-code');
    await scanOnThePhone(page);
    await expect(page.getByText('WhatsApp conectado')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Conectado', { exact: true }).first()).toBeVisible();
    await picture(page, 'connections');
    await signOut(page);
  });

  await test.step('a customer writes: a pending ticket is in Ana’s list, with a sound', async () => {
    await signIn(page, 'ana@demo.balcao.test');
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    const sound = page.waitForEvent('request', (request) => request.url().endsWith('.wav'));
    await writeOnThePhone(context.newPage(), 'Olá, preciso de ajuda');
    const row = page.getByRole('listitem').filter({ hasText: 'Maria Souza' });
    await expect(row).toBeVisible();
    await expect(row).toContainText('Olá, preciso de ajuda');
    await expect(row.getByRole('img', { name: '1 mensagem não lida' })).toBeVisible();
    await sound;
    await picture(page, 'pending');
  });

  await test.step('Ana accepts and answers; the ticks follow the customer', async () => {
    await page.getByRole('button', { name: 'Aceitar o atendimento de Maria Souza' }).click();
    await expect(page.getByRole('log')).toContainText('Olá, preciso de ajuda');
    // The customer's phone is off: one tick until it comes back.
    await stack.sandbox.goOffline({ number: MARIA });
    await answer(page, 'Bom dia, Maria! Como posso ajudar?');
    await expectTick(page, 'Bom dia, Maria!', 'sent');
    await stack.sandbox.comeBack({ number: MARIA });
    await expectTick(page, 'Bom dia, Maria!', 'delivered');
    await stack.sandbox.read({ number: MARIA });
    await expectTick(page, 'Bom dia, Maria!', 'read');
    const read = await stack.sandbox.waitForMessage({
      number: COMPANY,
      from: MARIA,
      text: 'Olá, preciso de ajuda',
      progress: 'read',
    });
    expect(read.progress).toBe('read');
  });

  await test.step('a photo shows as a photo', async () => {
    await stack.sandbox.send({
      kind: 'image',
      from: MARIA,
      to: COMPANY,
      fileBase64: (await photo(page)).toString('base64'),
      mimetype: 'image/png',
      text: 'É este produto',
      width: 400,
      height: 300,
    });
    const image = bubble(page, 'É este produto').getByRole('img').first();
    await expect(image).toBeVisible();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(400);
    await picture(page, 'conversation');
  });

  await test.step('with the server stopped Ana reads and writes; the answer goes out once when it is back', async () => {
    await stack.stopServer();
    await expect(page.getByText(/servidor/i).first()).toBeVisible();
    await answer(page, 'Temos em estoque, sim.');
    await expectTick(page, 'Temos em estoque', 'clock');
    await picture(page, 'offline');
    await stack.sandbox.send({ kind: 'text', from: MARIA, to: COMPANY, text: 'Alô?' });
    await page.reload();
    await expectTick(page, 'Temos em estoque', 'clock');
    // Only the server knows whether there are closed tickets.
    await page.getByTestId('tab-closed').click();
    await expect(page.getByText('Sem o servidor: só o que está neste computador.')).toBeVisible();
    await stack.startServer();
    await expect(page.getByText('Nenhum atendimento fechado')).toBeVisible({ timeout: 60_000 });
    await page.getByTestId('tab-open').click();
    await expectTick(page, 'Temos em estoque', 'delivered', 60_000);
    await expect(bubble(page, 'Alô?')).toBeVisible({ timeout: 60_000 });
    const arrived = await stack.sandbox.waitForMessage({
      number: MARIA,
      text: 'Temos em estoque, sim.',
      progress: 'delivered',
    });
    expect(arrived.transmissions).toBe(1);
  });

  await test.step('the company phone loses its connection and comes back: nothing is missing', async () => {
    await stack.sandbox.cutCompanions({ number: COMPANY, refuse: true });
    for (const text of ['um', 'dois', 'três'])
      await stack.sandbox.send({ kind: 'text', from: MARIA, to: COMPANY, text });
    await answer(page, 'Um momento.');
    await expect(page.getByTestId('channel-warning')).toBeVisible();
    await picture(page, 'channel-away');
    await stack.sandbox.restoreCompanions({ number: COMPANY });
    for (const text of ['um', 'dois', 'três'])
      await expect(bubble(page, text)).toBeVisible({ timeout: 60_000 });
    await expectTick(page, 'Um momento.', 'delivered', 60_000);
    await expect(page.getByTestId('channel-warning')).toBeHidden();
  });

  await test.step('Ana finishes, and every ledger agrees', async () => {
    await page.getByRole('button', { name: 'Finalizar', exact: true }).click();
    await page.getByRole('tab', { name: /Fechados/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Maria Souza' })).toBeVisible();
    await expectSameLedgers(stack, COMPANY, [MARIA]);
    expect(await stack.sandbox.unhandled({})).toEqual([]);
  });

  expectNoTrouble();
});

/** Scans as the demo's camera does: the phones' page receives the QR code, one click scans it. */
async function scanOnThePhone(page: Page): Promise<void> {
  await holdUpQrCode(stack);
  const phones = await page.context().newPage();
  await phones.goto(`${stack.sandboxPage}/#${COMPANY}`);
  await phones.getByTestId('scan').click();
  await stack.sandbox.waitForCompanion({ number: COMPANY, timeoutMs: 30_000 });
  await phones.close();
}

async function writeOnThePhone(opening: Promise<Page>, text: string): Promise<void> {
  const phones = await opening;
  await phones.goto(`${stack.sandboxPage}/#${MARIA}`);
  await phones.getByTestId('composer').fill(text);
  await phones.getByTestId('send').click();
  await expect(phones.getByText(text).first()).toBeVisible();
  await picture(phones, 'phones');
  // Closed, because an open chat reads everything at once.
  await phones.close();
}

/** A new picture, drawn by the browser. */
async function photo(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 400;
    canvas.height = 300;
    const paint = canvas.getContext('2d');
    if (paint) {
      const sky = paint.createLinearGradient(0, 0, 400, 300);
      sky.addColorStop(0, '#f59f00');
      sky.addColorStop(1, '#e8590c');
      paint.fillStyle = sky;
      paint.fillRect(0, 0, 400, 300);
      paint.fillStyle = '#fff';
      paint.fillRect(120, 90, 160, 120);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}
