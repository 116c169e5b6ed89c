import { expect, type Locator, type Page } from '@playwright/test';
import type { Sql } from '../../../server/src/platform/db/client.ts';
import { row } from '../acts.ts';

/** The position of a row on the screen. */
export const placeOf = (at: Page, name: string) => row(at, name).boundingBox();

export const tab = (at: Page, name: 'open' | 'pending' | 'closed' | 'search' | 'snoozed' | 'chatbot') =>
  at.getByTestId(`tab-${name}`);

/** Presses a key on a row of the list, which the arrows reach from the first one. */
export async function press(at: Page, name: string, key: string): Promise<void> {
  const button: Locator = row(at, name).getByRole('button').first();
  await expect(button).toBeVisible();
  const isFocused = () => button.evaluate((element) => element === document.activeElement);
  if (await at.evaluate(() => document.activeElement?.closest('[data-row]') === null)) await button.focus();
  await at.keyboard.press('Home');
  await expect(async () => {
    if (await isFocused()) return;
    await at.keyboard.press('ArrowDown');
    expect(await isFocused()).toBe(true);
  }).toPass({ intervals: [50], timeout: 10_000 });
  await at.keyboard.press(key);
}

/** How often a person clicks meanwhile. */
export async function clicksOf(page: Page, act: () => Promise<void>): Promise<number> {
  const counter = await page.evaluateHandle(() => {
    const seen = { clicks: 0 };
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) seen.clicks += 1;
    };
    window.addEventListener('click', count, true);
    return seen;
  });
  await act();
  return counter.evaluate(({ clicks }) => clicks);
}

/** Chooses in the popover of a property by the keyboard alone. */
export async function chooseTyping(page: Page, typed: string): Promise<void> {
  await expect(page.getByRole('combobox').last()).toBeFocused();
  await page.keyboard.type(typed);
  // What is read from the store or the server comes a moment after the popover.
  await expect(page.locator('[role=option][data-active]')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

/** Takes back what was just done, once it is offered: the row may have changed before. */
export async function takeBack(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
  await page.keyboard.press('Alt+z');
}

export async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await expect(tab(page, 'search')).toHaveAttribute('aria-selected', 'true');
}

export async function countOf(page: Page, name: 'open' | 'pending'): Promise<number> {
  return Number((await tab(page, name).textContent())?.replace(/\D/g, '') || 0);
}

export async function expectCounts(
  page: Page,
  counts: Partial<Record<'open' | 'pending', number>>,
): Promise<void> {
  for (const [name, count] of Object.entries(counts))
    await expect.poll(() => countOf(page, name as 'open' | 'pending')).toBe(count);
}

/** Expects each tab to hold as many rows as its counter shows. */
export async function expectRowsAgree(page: Page): Promise<void> {
  for (const name of ['pending', 'open'] as const) {
    await tab(page, name).click();
    await expect
      .poll(async () => (await page.getByTestId('ticket-item').count()) - (await countOf(page, name)))
      .toBe(0);
  }
}

export async function bump(sql: Sql, ticketId: string | null, text: string): Promise<void> {
  await sql`update tickets set last_message = ${text}, last_message_at = now() where id = ${ticketId}`;
}

export async function uuidOf(sql: Sql, ticketId: string | null): Promise<string> {
  const [ticket] = await sql<{ uuid: string }[]>`select uuid from tickets where id = ${ticketId}`;
  return ticket?.uuid ?? '';
}

export async function foreignUuid(sql: Sql): Promise<string> {
  const [ticket] = await sql<{ uuid: string }[]>`
    select t.uuid from tickets t join queues q on q.id = t.queue_id where q.name = 'Volume' limit 1`;
  return ticket?.uuid ?? '';
}
