import { expect, type Page } from '@playwright/test';
import { open } from '../administration/people.ts';
import { show } from '../pictures.ts';

/** Found by a part of the name, with what there is; whoever looked stands in the log. */
export async function personFile(page: Page): Promise<void> {
  await open(page, 'Titular de dados');
  await expect(page.getByText('Procure a pessoa')).toBeVisible();
  await show(page, 'data-subjects-empty', ['light', 'dark', 'phone']);
  await page.getByRole('searchbox', { name: 'Nome, número, e-mail, CPF' }).fill('maria');
  const found = page.getByRole('link', { name: /^Abrir a ficha de Maria/ }).first();
  await expect(found).toBeVisible();
  await show(page, 'data-subjects', ['light', 'dark', 'phone']);
  await found.click();
  await expect(page.getByText('O que há sobre ela')).toBeVisible();
  await show(page, 'data-file', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Preparar o ZIP' }).click();
  const ready = page.getByRole('button', { name: /^Baixar \(/ });
  await expect(ready).toBeVisible({ timeout: 20_000 });
  await show(page, 'data-export', ['light', 'dark', 'phone']);
  const saved = page.waitForEvent('download');
  await ready.click();
  expect((await saved).suggestedFilename()).toMatch(/^dados Maria.*\.zip$/);
  await open(page, 'Auditoria');
  await expect(page.getByText('baixou a').first()).toBeVisible();
  await expect(page.getByText('consultou a ficha do').first()).toBeVisible();
}
