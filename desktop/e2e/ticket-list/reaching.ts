import { expect, type Page } from '@playwright/test';
import { bubble, hurry, row, signIn, signOut } from '../acts.ts';
import { show } from '../pictures.ts';
import { test } from '../same-browser.ts';
import type { ListDay } from './list-day.ts';
import { bump, foreignUuid, press, tab, uuidOf } from './rows.ts';

/** Ways to a conversation: a click, an address, a new one. */
export function reaching(world: ListDay): void {
  aiming(world);
  beginning(world);
}

function aiming(world: ListDay): void {
  test('a click hits the ticket that was aimed at, whatever comes in', async () => {
    const { sql, page } = world();
    await tab(page, 'open').click();
    const rows = page.getByTestId('ticket-list').getByRole('listitem');
    const place = async (index: number) => {
      const box = await rows.nth(index).boundingBox();
      return { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 30 };
    };
    const nameAt = (index: number) => rows.nth(index).getAttribute('data-row');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    const [first, second] = [await nameAt(0), await nameAt(1)];
    const { x, y } = await place(0);
    await bump(sql, second, 'Chegou agora');
    // The hand is on its way: the news is there, the order waits.
    await expect(async () => {
      await page.mouse.move(x + Math.random() * 4, y);
      await expect(page.getByText('Chegou agora')).toBeVisible({ timeout: 1 });
    }).toPass({ intervals: [50] });
    expect([await nameAt(0), await nameAt(1)]).toEqual([first, second]);
    await page.mouse.down();
    await page.mouse.up();
    await expect(page).toHaveURL(new RegExp(await uuidOf(sql, first)));

    // The hand rests, the rows change places under it, and the finger was faster than the eye.
    await page.goto(new URL('/#/tickets', page.url()).href);
    await page.mouse.move(x, y);
    await expect.poll(() => nameAt(0)).toBe(second);
    await bump(sql, first, 'E agora outra');
    const opened = await page.evaluate(
      ({ px, py, was }) =>
        new Promise<string>((resolve) => {
          const watch = () => {
            const target = document.elementFromPoint(px, py);
            if (target?.closest('[data-row]')?.getAttribute('data-row') === was) {
              requestAnimationFrame(watch);
              return;
            }
            target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
            requestAnimationFrame(() => resolve(location.hash));
          };
          watch();
        }),
      { px: x, py: y, was: second },
    );
    expect(opened).toBe('#/tickets');
  });

  test('addresses: a foreign queue, none at all, and one without a server', async () => {
    const { stack, sql, page, expectNoTrouble } = world();
    await page.goto(new URL(`/#/tickets/${await foreignUuid(sql)}`, page.url()).href);
    await expect(page.getByText('Acesso não permitido')).toBeVisible();
    await expect(page).toHaveURL(/#\/tickets$/);
    await page.goto(new URL(`/#/tickets/${crypto.randomUUID()}`, page.url()).href);
    await expect(page.getByText('Atendimento não encontrado')).toBeVisible();

    await tab(page, 'open').click();
    const name = 'Fábio Lins';
    const conversation = page.getByRole('region', { name: `Conversa com ${name}` });
    // A click while rows still move opens nothing.
    await expect(async () => {
      await row(page, name).getByRole('button').first().click();
      await expect(conversation).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const { hash } = new URL(page.url());
    await stack.stopServer();
    await stack.stopConsole();
    const address = new URL(await stack.startConsole());
    await page.goto(address.href);
    await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
    await page.goto(new URL(`/${hash}`, address).href);
    await expect(conversation).toBeVisible();
    await expect(bubble(page, 'Mais uma coisa')).toBeVisible();
    await stack.startServer();
    await hurry(page);
    expectNoTrouble();
  });
}

function beginning(world: ListDay): void {
  test('a conversation is begun with a contact, and deleted by an administrator', async () => {
    const { sql, page, other } = world();
    const name = 'Zuleica Antiga';
    // The server has just been started again: without the phone no conversation can be begun.
    await expect
      .poll(async () => (await sql`select from connections where status = 'connected'`).length, {
        timeout: 60_000,
      })
      .toBe(1);
    await page.goto(new URL('/#/tickets', page.url()).href);
    await page.getByRole('button', { name: 'Novo atendimento' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
    await dialog.getByRole('combobox', { name: 'Contato' }).fill('zuleica');
    await page.getByRole('option', { name }).click();
    await show(page, 'list-new-ticket', ['light', 'dark', 'phone']);
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    await expect(page.getByRole('region', { name: `Conversa com ${name}` })).toBeVisible();
    await expect(row(page, name)).toBeVisible();
    // Begun once more it leads to the one that is there.
    const begun = page.url();
    await page.goto(new URL('/#/tickets', page.url()).href);
    await page.getByRole('button', { name: 'Novo atendimento' }).click();
    await dialog.getByRole('combobox', { name: 'Contato' }).fill('zuleica');
    await page.getByRole('option', { name }).click();
    await dialog.getByRole('button', { name: 'Abrir a última conversa' }).click();
    await expect(page).toHaveURL(begun);
    await page.goto(new URL('/#/tickets', page.url()).href);
    await page.getByRole('button', { name: 'Novo atendimento ou buscar contato' }).click();
    await dialog.getByRole('combobox', { name: 'Contato' }).fill('zuleica');
    await page.getByRole('option', { name }).click();
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    const leads = dialog.getByRole('button', { name: 'Abrir esse atendimento' });
    await expect(leads).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Contato' }).fill('gina');
    await page.getByRole('option', { name: 'Gina Teixeira' }).click();
    await expect(leads).toBeHidden();
    await dialog.getByRole('combobox', { name: 'Contato' }).fill('zuleica');
    await page.getByRole('option', { name }).click();
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    await leads.click();
    await expect(page).toHaveURL(begun);
    await byKeyboard(page, name);

    await other.goto(new URL('/#/tickets', other.url()).href);
    await signOut(other);
    await signIn(other, 'admin@demo.balcao.test');
    await row(other, name).getByRole('button').first().click();
    await expect(other.getByRole('region', { name: `Conversa com ${name}` })).toBeVisible();
    await other.keyboard.press('Alt+l');
    await expect(row(other, name).getByRole('button').first()).toBeFocused();
    const sure = other.getByRole('dialog', { name: /Deseja realmente excluir/ });
    await other.keyboard.press('#');
    await expect(sure).toBeVisible();
    await other.keyboard.press('Escape');
    await expect(sure).toHaveCount(0);
    await expect(row(other, name).getByRole('button').first()).toBeFocused();
    await other.keyboard.press('Shift+F10');
    await other.getByRole('menuitem', { name: 'Excluir' }).press('Enter');
    await expect(sure).toContainText(`${name} — o atendimento, com as mensagens e os arquivos`);
    await show(other, 'list-delete', ['light', 'dark']);
    await sure.getByRole('button', { name: 'Excluir' }).press('Enter');
    await expect(row(other, name)).toHaveCount(0);
    await expectKeys(other);
    await expect(row(page, name)).toHaveCount(0);
  });
}

/** Goes to the list and back to the answer, and to a colleague's queue. */
async function byKeyboard(page: Page, name: string): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Mensagem' });
  await text.click();
  await page.keyboard.press('Alt+l');
  await expect(row(page, name).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await page.keyboard.press('Alt+t');
  const dialog = page.getByRole('dialog', { name: `Transferir ${name}` });
  await expect(dialog.getByRole('combobox', { name: 'Fila' })).toBeFocused();
  await page.keyboard.type('Atendimento');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Transferir' }).press('Enter');
  await expect(page).toHaveURL(/#\/tickets$/);
  await expectKeys(page);
  await press(page, name, 'a');
  await expect(page.getByRole('region', { name: `Conversa com ${name}` })).toBeVisible();
}

/** The list has the focus: the agent need not reach for the mouse. */
async function expectKeys(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('2');
    await expect(tab(page, 'pending')).toHaveAttribute('aria-selected', 'true', { timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
}
