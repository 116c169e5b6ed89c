import { expect, test } from '@playwright/test';
import { row, signIn, signOut } from '../acts.ts';
import { show } from '../pictures.ts';
import { openList, scrollThrough } from '../scrolling.ts';
import { type ListDay, MANY } from './list-day.ts';
import { placeOf, tab } from './rows.ts';

/** One agent with ten thousand tickets. */
export function many(world: ListDay): void {
  test(`${MANY} tickets open at once and scroll without a hitch`, async () => {
    const { sql, other } = world();
    await signOut(other);
    await signIn(other, 'vera@demo.balcao.test');
    await expect(tab(other, 'open')).toContainText('999+', { timeout: 60_000 });
    await expect(other.getByTestId('sync-status')).toHaveText('Ao vivo', { timeout: 60_000 });
    await tab(other, 'closed').click();
    const rows = other.getByTestId('ticket-list').getByRole('listitem');
    const opening = await openList(other, 'open');
    await expect(rows.first()).toHaveAttribute('aria-setsize', String(MANY));
    const floor = await scrollThrough(other, 'floor');
    const ours = await scrollThrough(other, 'tickets');
    // Frames depend on the load of the machine, so they are compared to the floor; the drawn rows do not.
    const figures = JSON.stringify({ opening, ours, floor }, (key, value) =>
      key === 'frames' ? undefined : value,
    );
    test.info().annotations.push({ type: 'figures', description: figures });
    expect(ours.most).toBeLessThan(60);
    expect(ours.drawn).toBeLessThanOrEqual(floor.most + ours.most);
    expect(ours.drawnAgain).toBe(0);

    await rows.first().getByRole('button').first().focus();
    await other.keyboard.press('End');
    await expect(other.getByText('Cliente 00001', { exact: true })).toBeVisible();
    await expect(row(other, 'Cliente 00001').getByRole('button').first()).toBeFocused();
    // Unread tickets are counted however many are newer.
    await sql`
      update tickets t set unread_messages = 1
      from contacts c where c.company_id = t.company_id and c.id = t.contact_id and c.name = 'Cliente 00003'`;
    await expect(other.getByRole('button', { name: '1 notificação' })).toBeVisible();
  });

  test('further down the list stays still, and announces what is new at the top', async () => {
    const { sql, other } = world();
    const before = await placeOf(other, 'Cliente 00001');
    for (const name of ['Cliente 00009', 'Cliente 00700'])
      await sql`
      update tickets t set last_message = 'Voltei', last_message_at = now()
      from contacts c where c.company_id = t.company_id and c.id = t.contact_id and c.name = ${name}`;
    const pill = other.getByRole('button', { name: '2 novas' });
    await expect(pill).toBeVisible();
    expect(await placeOf(other, 'Cliente 00001')).toEqual(before);
    await show(other, 'list-news', ['light', 'dark']);
    await pill.click();
    await expect(row(other, 'Cliente 00700')).toContainText('Voltei');
    await expect(pill).toBeHidden();
  });

  test('Alt with the arrows leads through the list, also while one writes', async () => {
    const { other } = world();
    const talking = (name: string) => other.getByRole('region', { name: `Conversa com ${name}` });
    const box = other.getByRole('textbox', { name: 'Mensagem' });
    await row(other, 'Cliente 00700').getByRole('button').first().click();
    await expect(talking('Cliente 00700')).toBeVisible();
    await box.fill('Ainda não enviado');
    for (const [key, name] of [
      ['ArrowDown', 'Cliente 00009'],
      ['ArrowDown', 'Cliente 10000'],
      ['ArrowUp', 'Cliente 00009'],
      ['ArrowUp', 'Cliente 00700'],
    ] as const) {
      await other.keyboard.press(`Alt+${key}`);
      await expect(talking(name)).toBeVisible();
      await expect(box).toBeFocused();
    }
    await expect(box).toHaveValue('Ainda não enviado');
    // The same holds where only the conversation is shown.
    await other.setViewportSize({ width: 400, height: 800 });
    await expect(other.getByTestId('ticket-list')).toHaveCount(0);
    await box.press('Alt+ArrowDown');
    await expect(talking('Cliente 00009')).toBeVisible();
    await box.press('Alt+ArrowUp');
    await expect(talking('Cliente 00700')).toBeVisible();
    await expect(box).toHaveValue('Ainda não enviado');
    await other.setViewportSize({ width: 1280, height: 800 });
    await box.fill('');
  });
}
