import { expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { row } from './acts.ts';
import { paint } from './files-by-hand.ts';
import { hum } from './hum.ts';
import { MARIA } from './phones.ts';
import { show } from './pictures.ts';
import type { Shop } from './shop.ts';
import type { Stack } from './stack.ts';

/** Files that arrived out of view, on a line that broke before they were opened. */

/** Maria sends a picture, a sticker and a voice note; the console knows of them, but has not loaded them. */
export async function receiveFiles(page: Page, stack: Stack, shop: Shop): Promise<void> {
  const fileBase64 = await paint(page, 'seagreen');
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-files' });
  const stored = async () => (await sql`select 1 from media where state = 'stored'`).length;
  const before = await stored();
  await shop.receivesMessage(MARIA, 0, { kind: 'image', fileBase64, mimetype: 'image/png' });
  await shop.receivesMessage(MARIA, 0, { kind: 'sticker', fileBase64 });
  await shop.receivesMessage(MARIA, 0, { kind: 'voice', fileBase64: hum(9), seconds: 9 });
  await expect.poll(stored).toBe(before + 3);
  await sql.end();
  await shop.receivesMessage(MARIA, 0, 'Chegou tudo?');
  await expect(row(page, 'Maria Souza')).toContainText('Chegou tudo?');
}

/** Without the line, each file shows that it loads when the line is back. @returns the page that shows them */
export async function missFiles(page: Page): Promise<Page> {
  const beside = await page.context().newPage();
  await beside.goto(page.url());
  await row(beside, 'Maria Souza').getByRole('button').first().click();
  const log = beside.getByRole('log');
  await expect(log.getByText('Sem conexão. O arquivo aparece quando ela voltar.')).toHaveCount(2);
  await log.getByRole('button', { name: 'Tocar o áudio' }).click();
  await expect(log.getByText('Sem conexão. Dá para ouvir quando ela voltar.')).toBeVisible();
  await show(beside, 'files-offline', ['light', 'phone-dark']);
  // A window behind another one draws once a second.
  await page.bringToFront();
  return beside;
}

/** With the line back, the files load by themselves, and the voice note plays. */
export async function expectFiles(beside: Page): Promise<void> {
  await beside.bringToFront();
  const log = beside.getByRole('log');
  for (const name of ['Foto', 'Figurinha'])
    await expect
      .poll(() =>
        log
          .getByRole('img', { name, exact: true })
          .last()
          .evaluate((it: HTMLImageElement) => it.naturalWidth),
      )
      .toBe(64);
  await expect(log.getByText(/^Sem conexão/)).toHaveCount(0);
  await log.getByRole('button', { name: 'Tocar o áudio' }).click();
  const position = log.getByRole('slider', { name: 'Posição no áudio' });
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
  await beside.close();
}
