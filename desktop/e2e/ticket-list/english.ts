import { expect, test } from '@playwright/test';
import { row } from '../acts.ts';
import { show } from '../pictures.ts';
import type { ListDay } from './list-day.ts';
import { tab } from './rows.ts';

/** What agents see: the English list is looked at too. */
export function english(world: ListDay): void {
  test('the same in English', async () => {
    const { page } = world();
    await page.goto(new URL('/#/tickets', page.url()).href);
    await page.getByRole('button', { name: /Perfil de/ }).click();
    await page.getByText('English', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter' }).click();
    await expect(page.getByRole('dialog', { name: 'Filter' })).toContainText('With unread messages');
    await show(page, 'list-filter-en', ['light', 'phone']);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('zuleica');
    await expect(row(page, 'Zuleica').first()).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await tab(page, 'pending').click();
    await show(page, 'list-en', ['light', 'dark']);
    // The filter is as it was left, two starts ago, and in this tab alone.
    const chosen = async () => {
      await page.getByRole('button', { name: 'Sort' }).click();
      const name = await page.getByRole('menuitemradio', { checked: true }).textContent();
      await page.keyboard.press('Escape');
      return name;
    };
    expect(await chosen()).toBe('Waiting longest');
    await tab(page, 'open').click();
    expect(await chosen()).toBe('Newest messages');
    await page.getByRole('button', { name: 'New ticket' }).click();
    await page.getByRole('combobox', { name: 'Contact' }).fill('gina');
    await page.getByRole('option', { name: /Gina/ }).click();
    await show(page, 'list-new-ticket-en', ['light']);
  });
}
