import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { compressPicture } from '../../server/test/compress-picture.ts';
import { answer, bubble, expectTick, goTo, linkPhone, openTicket, row, signIn, signOut } from './acts.ts';
import { COMPANY, MARIA } from './phones.ts';
import { still } from './pictures.ts';
import { startShopAtWork } from './shop-at-work.ts';

const FOLDER = fileURLToPath(new URL('../../resources/screenshots/', import.meta.url));

test('the pictures of the README', async ({ page }) => {
  const stack = await startShopAtWork();
  try {
    await page.goto(await stack.startConsole());
    await signIn(page, 'admin@demo.balcao.test');
    await goTo(page, 'Conexões');
    await page.getByRole('button', { name: 'Conectar', exact: true }).click();
    await expect(page.getByRole('img', { name: /QR code para/ })).toBeVisible();
    await take(page, 'connections');
    await linkPhone(stack);
    await page.getByRole('link', { name: 'Ir para os atendimentos' }).click();
    await signOut(page);

    await signIn(page, 'ana@demo.balcao.test');
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    await expect(row(page, 'Emma Clarke')).toBeVisible();
    await page.setViewportSize({ width: 420, height: 640 });
    await take(page, 'waiting');
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.getByRole('tab', { name: /Atendendo/ }).click();
    await openTicket(page, 'Maria Souza');
    await answer(page, 'Entrega sim: quinta-feira à tarde. 🧡');
    await expectTick(page, 'quinta-feira', 'delivered', 30_000);
    await stack.sandbox.read({ number: MARIA });
    await stack.sandbox.send({ kind: 'text', from: MARIA, to: COMPANY, text: 'Perfeito! Manda o link 😊' });
    await expect(bubble(page, 'Manda o link')).toBeVisible();
    await expectTick(page, 'quinta-feira', 'read');
    await expect(bubble(page, 'A laranja').getByRole('img', { name: 'Foto' })).toBeVisible();
    // Her picture comes with her first message.
    await expect(row(page, 'Maria Souza').locator('img').first()).toBeVisible();
    await take(page, 'desk-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await take(page, 'desk-dark');
  } finally {
    await stack.end();
  }
});

async function take(page: Page, name: string): Promise<void> {
  // It is told in a corner for some seconds that one is in, and for as long as the mouse lies on it.
  await page.mouse.move(700, 0);
  await expect(page.getByText('Login efetuado')).toBeHidden();
  await still(page);
  await writeFile(`${FOLDER}${name}.png`, await compressPicture(await page.screenshot()));
}
