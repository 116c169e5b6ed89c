import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { EXPECTED_FAILURES, goTo, signIn } from './acts.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { startShopAtWork } from './shop-at-work.ts';
import type { Stack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** Who leads a shop looks at three weeks of it: a number, what it counts, one queue, a file, and all of it without a server. */

let stack: Stack;
test.beforeAll(async () => {
  stack = await startShopAtWork();
});
test.afterAll(() => stack?.end());

test('a number leads to what it counts, a name narrows all of it, and a file has the same', async ({
  page,
}) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await goTo(page, 'Relatórios');
  await expect(card(page, 'Finalizados')).toContainText(/\d/);
  await expect(page.getByRole('region', { name: 'Volume' }).locator('.recharts-line')).toHaveCount(2);
  await show(page, 'reports', ['light', 'dark', 'phone', 'phone-dark']);
  await test.step('plots have a line for each queue', () => plotParts(page));
  await test.step('a number opens its tickets, as many as it says', () => openNumber(page));
  await test.step('a queue narrows the report', () => narrow(page));
  await test.step('it is kept as a file', () => keep(page));
  await test.step('no mail is offered where none is sent', () => askForMail(page));
  await test.step('without a server it shows what was there', () => loseServer(page));
  expectNoTrouble();
});

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function plotParts(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Linhas' }).click();
  await page.getByRole('option', { name: 'Por fila' }).click();
  const plot = page.getByRole('region', { name: 'Iniciados' });
  await expect(plot.locator('.recharts-line')).not.toHaveCount(0);
  await plot.getByText('Ver como tabela').click();
  const queue = page.getByRole('region', { name: 'Dividir por' }).getByRole('row').nth(1).getByRole('button');
  await expect(plot.getByRole('columnheader').nth(1)).toHaveText((await queue.first().textContent()) ?? '');
  await show(page, 'report-lines', ['light', 'dark', 'phone', 'phone-dark']);
  await page.getByRole('combobox', { name: 'Linhas' }).click();
  await page.getByRole('option', { name: 'Do todo' }).click();
  await expect(page.getByRole('region', { name: 'Volume' }).locator('.recharts-line')).toHaveCount(2);
}

async function openNumber(page: Page): Promise<void> {
  await card(page, 'Novos contatos').getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Novos contatos' });
  const rows = dialog.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows.nth(1)).toBeVisible();
  await show(page, 'report-tickets', ['light', 'dark', 'phone', 'phone-dark']);
  const count = Number(await card(page, 'Novos contatos').getByRole('button').textContent());
  // It is read page by page.
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded();
    await expect(rows).toHaveCount(count, { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await openStep(page);
}

/** Each number of a plot's table is of its own days alone. */
async function openStep(page: Page): Promise<void> {
  const plot = page.getByRole('region', { name: 'Volume' });
  await plot.getByText('Ver como tabela').click();
  const number = plot.getByRole('button', { name: /Iniciados, \d+$/ }).last();
  const begun = Number(await number.textContent());
  await number.click();
  const dialog = page.getByRole('dialog', { name: /^Iniciados · / });
  await expect(dialog.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(begun);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function narrow(page: Page): Promise<void> {
  const all = Number(await card(page, 'Iniciados').getByRole('button').textContent());
  const queue = page.getByRole('region', { name: 'Dividir por' }).getByRole('row').nth(1);
  const begun = Number(await queue.getByRole('button').nth(1).textContent());
  expect(begun).toBeLessThan(all);
  await queue.getByRole('button').first().click();
  await expect(card(page, 'Iniciados').getByRole('button')).toHaveText(String(begun));
}

async function keep(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const begun = await card(page, 'Iniciados').getByRole('button').textContent();
  expect(text).toContain(`Iniciados;${begun};`);
}

async function askForMail(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Por e-mail' }).click();
  await expect(page.getByRole('dialog').getByText('Este servidor não envia e-mail.')).toBeVisible();
  await page.keyboard.press('Escape');
}

async function loseServer(page: Page): Promise<void> {
  const begun = await card(page, 'Iniciados').getByRole('button').textContent();
  await stack.stopServer();
  await goTo(page, 'Atendimentos');
  await goTo(page, 'Relatórios');
  await expect(page.getByRole('status').filter({ hasText: 'sem conexão' }).first()).toBeVisible();
  await expect(card(page, 'Iniciados').getByRole('button')).toHaveText(begun ?? '');
  await page.getByText('Mês', { exact: true }).click();
  await expect(page.getByText('estes números não estão neste computador')).toBeVisible();
  await show(page, 'report-away', ['light', 'dark', 'phone']);
}
