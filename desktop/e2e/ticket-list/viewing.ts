import { expect, type Page } from '@playwright/test';
import { ticketFilter } from '../../../shared/src/features/ticket-list/filter.ts';
import { hurry, row } from '../acts.ts';
import { show } from '../pictures.ts';
import { test } from '../same-browser.ts';
import type { ListDay } from './list-day.ts';
import { countOf, expectRowsAgree, tab } from './rows.ts';

const bar = (page: Page) => page.getByRole('group', { name: 'Visões da lista' });
const view = (page: Page, name: string) => bar(page).getByRole('button', { name: new RegExp(`^${name}`) });

/** A filter is kept under a name, counted, shown without a server, opened by its link, and taken away. */
export function viewing(world: ListDay): void {
  test('a filter becomes a view, which counts and works without a server too', async () => {
    const { stack, page } = world();
    await tab(page, 'open').click();
    await page.getByRole('button', { name: 'Filtrar' }).click();
    const form = page.getByRole('dialog', { name: 'Filtrar' });
    await form.getByRole('combobox', { name: 'Atendentes' }).click();
    await page.getByRole('option', { name: 'Ana' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Salvar visão' }).click();
    const dialog = page.getByRole('dialog', { name: 'Salvar esta lista como visão' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Só da Ana');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(view(page, 'Só da Ana')).toHaveAttribute('aria-pressed', 'true');
    const count = await countOf(page, 'open');
    await expect(view(page, 'Só da Ana')).toHaveText(`Só da Ana${count}`);
    await expect(page.getByRole('button', { name: 'Salvar visão' })).toHaveCount(0);
    await show(page, 'views', ['light', 'dark', 'phone', 'phone-dark']);

    // A second click leaves it.
    await view(page, 'Só da Ana').click();
    await expect(page.getByRole('button', { name: /^Tirar o filtro/ })).toHaveCount(0);
    await expect(view(page, 'Só da Ana')).toHaveText(`Só da Ana${count}`);
    await stack.stopServer();
    await page.reload();
    await tab(page, 'pending').click();
    await view(page, 'Só da Ana').click();
    await expect(tab(page, 'open')).toHaveAttribute('aria-selected', 'true');
    await expectRowsAgree(page);
    await stack.startServer();
    await hurry(page);
  });

  test('a view of one person opens by its link for that person alone', async () => {
    const { sql, page } = world();
    const idOf = async (name: string) => {
      const [found] = await sql<{ id: string }[]>`select id from ticket_views where name = ${name}`;
      return found?.id ?? '';
    };
    const open = async (id: string) => page.goto(`${new URL(page.url()).origin}/#/views/${id}`);
    await view(page, 'Só da Ana').click();
    await tab(page, 'pending').click();
    await open(await idOf('Só da Ana'));
    await expect(view(page, 'Só da Ana')).toHaveAttribute('aria-pressed', 'true');
    await bar(page).getByRole('button', { name: 'Opções de Só da Ana' }).click();
    await expect(page.getByRole('menuitem', { name: 'Copiar o link' })).toBeVisible();
    await page.keyboard.press('Escape');

    const filter = sql.json(ticketFilter.parse({}));
    await sql`
      insert into ticket_views (company_id, name, team, user_id, tab, filter, sort)
      select company_id, 'Só do Bruno', false, id, 'pending', ${filter}, 'longest' from users
      where email = 'bruno@demo.balcao.test'`;
    const missing = page.getByText('Esta visão não existe mais');
    for (const id of [await idOf('Só do Bruno'), '999999999']) {
      await open(id);
      await expect(missing).toBeVisible();
      await expect(missing).toBeHidden();
    }
    await sql`delete from ticket_views where name = 'Só do Bruno'`;
    await page.getByRole('button', { name: /^Tirar o filtro/ }).click();
  });

  test('a view of the team comes by itself, opens by its link, and says when a part of it is gone', async () => {
    const { sql, page } = world();
    const filter = ticketFilter.parse({ tagIds: [999_999] });
    const [made] = await sql<{ id: string }[]>`
      insert into ticket_views (company_id, name, team, tab, filter, sort)
      select company_id, 'Urgentes', true, 'pending', ${sql.json(filter)}, 'longest' from users
      where email = 'ana@demo.balcao.test' returning id`;
    await expect(view(page, 'Urgentes')).toBeVisible();
    await expect(bar(page).getByLabel(/desta visão foi excluída/)).toBeVisible();
    await page.goto(`${new URL(page.url()).origin}/#/views/${made?.id}`);
    await expect(tab(page, 'pending')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText('Nenhum atendimento com estes filtros')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tirar o filtro: Já excluído' })).toBeVisible();
    // It is not hers to change.
    await bar(page).getByRole('button', { name: 'Opções de Urgentes' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Copiar o link']);
    await page.getByRole('menuitem', { name: 'Copiar o link' }).press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);

    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' }).fill('Só da Ana');
    await page.getByRole('dialog', { name: 'Ir para' }).getByText('Visão: Só da Ana').click();
    await expect(row(page, 'João Pereira')).toBeVisible();
    await bar(page).getByRole('button', { name: 'Opções de Só da Ana' }).click();
    await show(page, 'view-menu', ['light', 'dark', 'phone']);
    await page.getByRole('menuitem', { name: 'Excluir…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await expect(view(page, 'Só da Ana')).toHaveCount(0);
    await sql`delete from ticket_views where name = 'Urgentes'`;
    await expect(view(page, 'Urgentes')).toHaveCount(0);
    await page.getByRole('button', { name: /^Tirar o filtro/ }).click();
    await tab(page, 'open').click();
  });
}
