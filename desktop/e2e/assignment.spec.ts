import { expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { EXPECTED_FAILURES, goTo, signIn } from './acts.ts';
import { COMPANY, JOAO, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** A queue gives its tickets by itself, and whoever leads the team sees who has how much, limits it and moves it. */

let stack: Stack;
let sql: ReturnType<typeof openPool>;
test.beforeAll(async () => {
  stack = await startStack({ from: 'linked' });
  sql = openPool(stack.databaseUrl, { role: 'balcao_system', max: 1, name: 'test' });
  // Ana is at another computer.
  await sql`
    insert into presences (company_id, user_id, process, until)
    select company_id, id, gen_random_uuid(), 'infinity' from users where name = 'Ana'`;
  await sql`update users set online = true where name = 'Ana'`;
});
test.afterAll(async () => {
  await sql?.end();
  await stack?.end();
});

test('a queue gives a ticket, a limit holds the next one back, and the load is moved', async ({ page }) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('a queue is told how', () => tellQueue(page));
  await test.step('who writes has an agent at once', () => isGiven(page));
  await test.step('a limit holds the next one back', () => limit(page));
  await test.step('what an agent has goes back to the queue', () => move(page));
  await test.step('one is away, and back', () => beAway(page));
  expectNoTrouble();
});

const writes = (from: string, text: string) => stack.sandbox.send({ kind: 'text', from, to: COMPANY, text });
const ana = (page: Page) => page.getByRole('row').filter({ hasText: 'Ana' });
const waiting = (page: Page) => page.getByRole('region', { name: 'Na espera' });

/** In the menu of Ana's row. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais: Ana' }).click();
  await page.getByRole('menuitem', { name }).click();
}

async function tellQueue(page: Page): Promise<void> {
  await goTo(page, 'Filas e chatbot');
  await page.getByRole('button', { name: 'Editar Atendimento' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Distribuição e transbordo' }).click();
  await dialog.getByRole('combobox', { name: 'Quem recebe os atendimentos' }).click();
  await page.getByRole('option', { name: 'Quem tem menos atendimentos' }).click();
  await show(page, 'queue-assignment', ['light', 'dark', 'phone', 'phone-dark']);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Fila salva')).toBeVisible();
}

async function isGiven(page: Page): Promise<void> {
  await goTo(page, 'Carga da equipe');
  await expect(ana(page)).toContainText('Online');
  await writes(MARIA, 'Quero comprar');
  await expect(ana(page).getByRole('cell').nth(1)).toContainText('1 cliente aguarda resposta');
}

async function limit(page: Page): Promise<void> {
  await act(page, 'Limite de Ana');
  const dialog = page.getByRole('dialog');
  const all = dialog.getByRole('textbox', { name: 'Atendimentos abertos ao todo' });
  await all.fill('1001');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('De 0 a 1000, ou vazio.')).toBeVisible();
  await all.fill('1');
  await show(page, 'capacity', ['light', 'dark', 'phone', 'phone-dark']);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(ana(page)).toContainText('No limite');
  await writes(JOAO, 'Bom dia');
  await expect(waiting(page)).toContainText('Ninguém pode receber agora');
  await show(page, 'team-load', ['light', 'dark', 'phone', 'phone-dark']);
  await waiting(page).getByRole('button', { name: 'Atendimento' }).click();
  await expect(page.getByRole('tab', { name: /Aguardando/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByTestId('ticket-item').filter({ hasText: 'Bom dia' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Filtrar' })).toContainText('Atendimento');
  await goTo(page, 'Carga da equipe');
}

async function move(page: Page): Promise<void> {
  await act(page, 'Mover os atendimentos de Ana');
  const dialog = page.getByRole('dialog');
  await show(page, 'hand-over', ['light', 'dark', 'phone', 'phone-dark']);
  await dialog.getByRole('button', { name: 'Mover', exact: true }).click();
  await expect(page.getByText('1 atendimento movido')).toBeVisible();
  // Ana has room again: for the one that she has not had yet.
  await expect(ana(page)).toContainText('No limite');
  await goTo(page, 'Atendimentos');
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await page.getByTestId('ticket-item').filter({ hasText: 'Quero comprar' }).click();
  await expect(
    page.getByTestId('event').filter({ hasText: 'Ana recebeu o atendimento: tinha menos atendimentos' }),
  ).toBeVisible();
  await show(page, 'assigned', ['light', 'dark', 'phone', 'phone-dark']);
  await page.keyboard.press('Escape');
}

async function beAway(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByRole('button', { name: 'Ficar ausente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ausente até' });
  await show(page, 'away', ['light', 'dark', 'phone', 'phone-dark']);
  await dialog.getByRole('radio', { name: /^1 hora/ }).click();
  await dialog.getByRole('button', { name: 'Ficar ausente' }).click();
  await expect(page.getByTestId('away')).toContainText('Nada é distribuído para você.');
  await show(page, 'away-bar', ['light', 'dark', 'phone', 'phone-dark']);
  await page.getByTestId('away').getByRole('button', { name: 'Voltei' }).click();
  await expect(page.getByTestId('away')).toBeHidden();
}
