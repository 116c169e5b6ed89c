import { expect, type Page } from '@playwright/test';
import { goTo } from '../acts.ts';
import { picture, show } from '../pictures.ts';

export async function inEnglish(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' })).toBeFocused();
  await page.keyboard.type('english');
  await page.getByRole('button', { name: /English/ }).click();
  await expect(page.getByRole('complementary', { name: 'Contact details' })).toBeVisible();
  await picture(page, 'contact-panel-en');
  await goTo(page, 'Contacts');
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await picture(page, 'contacts-en');
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('textbox', { name: 'Search, go to or do…' })).toBeFocused();
  await page.keyboard.type('español');
  await page.getByRole('button', { name: /Español/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contactos' })).toBeVisible();
  await show(page, 'contacts-es', ['phone']);
}
