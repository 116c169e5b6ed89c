import { expect, type Page } from '@playwright/test';
import { show } from '../pictures.ts';
import { test } from '../same-browser.ts';
import type { ListDay } from './list-day.ts';
import { tab } from './rows.ts';

const head = (page: Page) => page.getByRole('group', { name: 'Colunas' });
const order = (page: Page, column: string) => head(page).getByRole('button', { name: column });
const first = (page: Page) => page.getByTestId('ticket-item').first();

/** Who leads others looks at the lists as a table, ordered by a column; an agent is not asked. */
export function tabling(world: ListDay): void {
  test('a leader orders a table by its columns, opens a conversation from it and comes back to it', async () => {
    const { page, other } = world();
    await expect(page.getByRole('button', { name: 'Ver como tabela' })).toHaveCount(0);
    await tab(other, 'open').click();
    await expect(other.getByRole('button', { name: 'Ver como tabela' })).toBeVisible();
    await other.keyboard.press('Control+k');
    await other.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' }).fill('Ver como tabela');
    await other
      .getByRole('dialog', { name: 'Ir para' })
      .getByRole('button', { name: 'Ver como tabela', exact: true })
      .click();
    await order(other, 'Cliente').click();
    await expect(order(other, 'Cliente crescente')).toHaveAttribute('aria-pressed', 'true');
    await expect(order(other, 'Cliente crescente')).toBeFocused();
    await show(other, 'list-table', ['light', 'dark', 'phone']);
    const names = () => other.getByTestId('ticket-item').allInnerTexts();
    const rising = await names();
    await order(other, 'Cliente').click();
    await expect.poll(names).toEqual(rising.toReversed());
    await first(other).click();
    await expect(other.getByRole('region', { name: /^Conversa com/ })).toBeVisible();
    await expect(head(other)).toHaveCount(0);
  });
}
