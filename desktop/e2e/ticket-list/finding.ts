import { expect } from '@playwright/test';
import { hurry, mark, row } from '../acts.ts';
import { CARLA } from '../phones.ts';
import { show } from '../pictures.ts';
import { test } from '../same-browser.ts';
import type { ListDay } from './list-day.ts';
import { chooseTyping, countOf, expectCounts, expectRowsAgree, press, searchFor, tab } from './rows.ts';

/** Filters and the search. */
export function finding(world: ListDay): void {
  filtering(world);
  reachingBack(world);
  searching(world);
}

function filtering(world: ListDay): void {
  test('filters narrow, count in the tabs, and are remembered, without a server too', async () => {
    const { stack, sql, page } = world();
    await tab(page, 'open').click();
    // Her own: whether that of Carla is among them was a race.
    const carlas = await sql`select from tickets t join users u on u.id = t.user_id
      join contacts c on c.id = t.contact_id where c.number = ${CARLA} and u.name = 'Ana'`;
    await expectCounts(page, { open: 2 + carlas.length, pending: 1 });
    await page.getByRole('button', { name: 'Filtrar' }).click();
    const form = page.getByRole('dialog', { name: 'Filtrar' });
    await form.getByRole('combobox', { name: 'Atendentes' }).click();
    await page.getByRole('option', { name: 'Ana' }).click();
    await form.getByRole('combobox', { name: 'Filas' }).click();
    await page.getByRole('option', { name: 'Atendimento' }).click();
    await show(page, 'list-filter', ['light', 'dark', 'phone']);
    await page.keyboard.press('Escape');
    await expect(row(page, 'Maria Souza')).toBeVisible();
    await expectRowsAgree(page);
    await show(page, 'list-filtered', ['light', 'phone-dark']);

    await stack.stopServer();
    await page.reload();
    await expect(page.getByRole('button', { name: /^Tirar o filtro: Ana/ })).toBeVisible();
    await expectRowsAgree(page);
    const before = await countOf(page, 'open');
    // The last row above a heading leaves: the keys go to the nearest one.
    await searchFor(page, 'a');
    await expect(page.getByText('Sem o servidor')).toBeVisible();
    await expect(page.getByTestId('ticket-item').last()).toContainText('Maria Souza');
    // Without the server tags are put, but none is made.
    await press(page, 'Maria Souza', 'l');
    await expect(page.getByRole('combobox').last()).toBeFocused();
    await page.keyboard.type('Novinha');
    await expect(page.getByText('Nada encontrado')).toBeVisible();
    await page.keyboard.press('Control+a');
    await chooseTyping(page, 'vip');
    await expect(mark(row(page, 'Maria Souza'), 'Etiquetas', 'VIP')).toBeVisible();
    await press(page, 'Maria Souza', 'd');
    await expect(row(page, 'Maria Souza')).toHaveCount(0);
    await expect(row(page, 'João Pereira').getByRole('button').first()).toBeFocused();
    await page.getByRole('button', { name: 'Limpar a busca' }).click();
    await expect.poll(() => countOf(page, 'open')).toBe(before - 1);
    await expectRowsAgree(page);
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await expectRowsAgree(page);
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await form.getByRole('combobox', { name: 'Filas' }).click();
    await page.getByRole('option', { name: 'Sem fila' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Tirar o filtro: Sem fila' })).toBeVisible();
    await expectRowsAgree(page);
    await page.getByRole('button', { name: 'Tirar o filtro: Sem fila' }).click();
    await searchFor(page, 'zuleica');
    await expect(page.getByText('Sem o servidor')).toBeVisible();
    await page.keyboard.press('Escape');
    await stack.startServer();
    await hurry(page);
    const put = () => sql`select from ticket_tags k join tags t on t.id = k.tag_id where t.name = 'VIP'`;
    await expect.poll(async () => (await put()).length).toBe(1);
  });
}

function reachingBack(world: ListDay): void {
  test('a range of days reaches far back, behind whatever is newer', async () => {
    const { sql, page } = world();
    const [old] = await sql<{ day: string }[]>`
      select to_char(last_message_at, 'DD/MM/YYYY') as day from tickets order by last_message_at limit 1`;
    await tab(page, 'closed').click();
    await page.getByRole('button', { name: 'Filtrar' }).click();
    const form = page.getByRole('dialog', { name: 'Filtrar' });
    await form.getByRole('textbox', { name: 'Até' }).fill(old?.day ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(row(page, 'Zuleica Antiga')).toBeVisible();
    await expect(page.getByTestId('ticket-item')).toHaveCount(1);
    await page.getByRole('button', { name: /^Tirar o filtro: / }).click();

    // Tickets that only the server has are selected and tagged, or stepped to, like the others.
    await searchFor(page, 'velha 111');
    await expect(row(page, 'Velha 111')).toBeVisible();
    await press(page, 'Velha 111', 'Control+a');
    const bar = page.getByRole('toolbar', { name: 'Ações para os selecionados' });
    await bar.getByRole('button', { name: 'Etiquetas' }).click();
    await expect(page.getByRole('combobox', { name: 'Etiquetas de Velha 111' })).toBeFocused();
    await chooseTyping(page, 'devolucao');
    const tagged = () =>
      sql`select from ticket_tags k join tags t on t.id = k.tag_id where t.name = 'Devolução'`;
    await expect.poll(async () => (await tagged()).length).toBe(1);

    // Several of them, by keys, which pass over the heading.
    await searchFor(page, 'velha 25');
    for (const customer of ['Velha 258', 'Velha 257']) await press(page, customer, 'x');
    await expect(bar).toContainText('2 selecionados');
    const [list, foot] = await Promise.all([
      page.getByRole('tabpanel').evaluate((panel) => panel.lastElementChild?.getBoundingClientRect().bottom),
      bar.boundingBox(),
    ]);
    expect(list).toBeLessThanOrEqual(foot?.y ?? 0);
    await show(page, 'list-found-chosen', ['light', 'phone-dark']);
    await bar.getByRole('button', { name: 'Etiquetas' }).click();
    await expect(page.getByRole('combobox', { name: 'Etiquetar 2 atendimentos' })).toBeFocused();
    await chooseTyping(page, 'devol');
    await expect.poll(async () => (await tagged()).length).toBe(3);

    await searchFor(page, 'velha 112');
    await expect(row(page, 'Velha 112')).toBeVisible();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('region', { name: 'Conversa com Velha 112' })).toBeVisible();
    // It works in a narrow window, too, where the list is hidden meanwhile.
    await searchFor(page, 'velha 11');
    await expect(row(page, 'Velha 211')).toBeVisible();
    await page.setViewportSize({ width: 400, height: 800 });
    for (const name of ['Velha 111', 'Velha 211']) {
      await page.keyboard.press('Alt+ArrowDown');
      await expect(page.getByRole('region', { name: `Conversa com ${name}` })).toBeVisible();
    }
    await page.setViewportSize({ width: 1280, height: 800 });

    // A ticket of the server found by its messages is shown in its current state.
    await sql`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      select t.company_id, gen_random_uuid(), t.id, t.contact_id, t.connection_id, false, 'Guarda-chuva', 'received',
        t.last_message_at
      from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id where c.name = 'Velha 201'`;
    await searchFor(page, 'guarda');
    await expect(row(page, 'Velha 201')).toContainText('Tchau');
    const change = (text: string) => sql`
      update tickets t set last_message = ${text} from contacts c
      where c.company_id = t.company_id and c.id = t.contact_id and c.name = 'Velha 201'`;
    for (const text of ['Foi bom', 'Até mais']) {
      await change(text);
      await expect(row(page, 'Velha 201')).toContainText(text);
    }
    await page.getByRole('button', { name: 'Limpar a busca' }).click();
  });
}

function searching(world: ListDay): void {
  test('the search finds what is here at once, and what only the server has', async () => {
    const { page } = world();
    await searchFor(page, 'te');
    await expect(row(page, 'Gina Teixeira')).toBeVisible();
    await searchFor(page, 'zuleica');
    const found = row(page, 'Zuleica Antiga');
    await expect(page.getByText('Mais antigos, do servidor')).toBeVisible();
    await expect(found).toContainText(/\d\d\/\d\d\/\d{4}/);
    await show(page, 'list-search', ['light', 'dark']);
    await found.getByRole('button').first().click();
    await expect(page.getByRole('region', { name: 'Conversa com Zuleica Antiga' })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue('zuleica');
    await page.getByRole('button', { name: 'Limpar a busca' }).click();
    // Its tab is there only while one searches.
    await expect(tab(page, 'search')).toHaveCount(0);
  });
}
