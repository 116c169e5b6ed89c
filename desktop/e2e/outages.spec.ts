import { expect, type Page } from '@playwright/test';
import {
  answer,
  bubble,
  expectOnce,
  expectTick,
  hurry,
  openTicket,
  restartConsole,
  signIn,
  signOut,
} from './acts.ts';
import { beginDay } from './desk-day.ts';
import { JOAO, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';

/** The server runs and refuses its consoles: it wants newer ones, or has no database. */

const day = beginDay({
  customers: { [MARIA]: 'Maria Souza', [JOAO]: 'João Pereira' },
  served: [MARIA, JOAO],
  withDatabase: true,
  withLine: true,
});

test('a server that serves newer consoles only: draft and queue outlive it', async ({ page }) => {
  const { stack } = day();
  await openTicket(page, 'João Pereira');
  // Nothing else waits to be sent, such as a read receipt for João.
  await answer(page, 'Um momento');
  await expectTick(page, 'Um momento', 'delivered');
  await stack.stopServer();
  await expect(page.getByTestId('offline-banner')).toBeVisible({ timeout: 20_000 });
  await answer(page, 'Antes da atualização');
  const field = page.getByRole('textbox', { name: 'Mensagem' });
  await field.fill('Rascunho antes da atualização');
  await stack.startServer({ BALCAO_MIN_CONSOLE: '9.0.0' });
  const screen = page.getByRole('alert').filter({ hasText: 'Atualize o Balcão' });
  await hurry(page, screen);
  await expect(screen).toContainText('1 ação espera para ser enviada');
  await expect(screen).toContainText('Peça a versão nova a quem cuida do Balcão');
  await show(page, 'update');
  await page.getByRole('button', { name: 'Ler o que está guardado' }).click();
  await expect(bubble(page, 'Antes da atualização')).toBeVisible();
  await expect(field).toHaveValue('Rascunho antes da atualização');
  await stack.stopServer();
  await stack.startServer();
  // Starts as the newer version would.
  await restartConsole(page, stack);
  await openTicket(page, 'João Pereira');
  await expectTick(page, 'Antes da atualização', 'delivered', 30_000);
  await expect(field).toHaveValue('Rascunho antes da atualização');
  await expectOnce(stack, JOAO, 'Antes da atualização');
});

test('PostgreSQL stops and comes back: reported, and over without a restart', async ({ page }) => {
  const { stack, shop } = day();
  await openTicket(page, 'Maria Souza');
  await stack.stopDatabase();
  await expect(page.getByTestId('offline-banner')).toBeVisible({ timeout: 30_000 });
  await answer(page, 'Sem banco de dados');
  await expectTick(page, 'Sem banco de dados', 'clock');
  await stack.startDatabase();
  await expectTick(page, 'Sem banco de dados', 'delivered', 60_000);
  await expect(page.getByTestId('offline-banner')).toBeHidden();
  await shop.receivesMessage(MARIA, 0, 'Funciona de novo?');
  await expect(bubble(page, 'Funciona de novo?')).toBeVisible();
  await expectOnce(stack, MARIA, 'Sem banco de dados');
});

/** Each number of the dashboard leads to a list that has as many. */
async function expectSameNumbers(page: Page): Promise<void> {
  const moment = page.getByRole('region', { name: 'Agora' });
  for (const list of ['Aguardando', 'Atendendo', 'Sem resposta']) {
    await page.goto(new URL('/#/', page.url()).href);
    const number = moment.getByRole('button', { name: list });
    const shown = Number((await number.textContent())?.match(/\d+/)?.[0]);
    await number.click();
    await expect(page.getByRole('region', { name: 'Atendimentos' }).getByTestId('ticket-item')).toHaveCount(
      shown,
    );
  }
}

test('the dashboard shows the last figures with their time while the server is away', async ({ page }) => {
  const { stack } = day();
  await signOut(page);
  await signIn(page, 'admin@demo.balcao.test');
  const dashboard = new URL('/#/', page.url()).href;
  const figures = page.getByRole('region', { name: 'Atendentes' });
  const kept = page.getByText(/^Números de \d\d:\d\d, sem conexão/);
  await page.goto(dashboard);
  await expect(figures).toContainText('Ana');
  await expect(kept).toHaveCount(0);
  await show(page, 'dashboard-now');
  await page.getByRole('link', { name: 'Painel de TV' }).click();
  const wall = page.getByRole('dialog', { name: 'Painel de TV' });
  await expect(wall.getByRole('listitem').filter({ hasText: 'Iniciados hoje' })).toHaveText(/\d/);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await show(page, 'dashboard-wall', ['light', 'phone']);
  await page.keyboard.press('Escape');
  await expect(wall).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expectSameNumbers(page);
  await page.goto(dashboard);
  await stack.stopServer();
  await expect(page.getByTestId('offline-banner')).toBeVisible({ timeout: 20_000 });
  await page.goto(new URL('/#/tickets', page.url()).href);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await page.goto(dashboard);
  // Who is there now, the figures, their deadlines and their sources.
  await expect(kept).toHaveCount(4);
  await expect(figures).toContainText('Ana');
  await show(page, 'dashboard-away');
  await stack.startServer();
  await hurry(page);
  await expect(kept).toHaveCount(0);
  await expect(figures).toContainText('Ana');
  // It starts on the dashboard again, in a network that swallows everything.
  stack.line?.set({ mode: 'drop' });
  await restartConsole(page, stack);
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await expect(page.getByTestId('sync-status')).toHaveText('Conectando…');
  stack.line?.set({ mode: 'pass' });
});
