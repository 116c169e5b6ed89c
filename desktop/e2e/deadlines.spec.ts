import { expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { EXPECTED_FAILURES, goTo, signIn } from './acts.ts';
import { COMPANY, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** A supervisor says how fast the shop answers, and a customer who waits too long is seen by everybody. */

let stack: Stack;
let sql: ReturnType<typeof openPool>;
test.beforeAll(async () => {
  stack = await startStack({ from: 'linked' });
  sql = openPool(stack.databaseUrl, { role: 'balcao_system', max: 1, name: 'test' });
});
test.afterAll(async () => {
  await sql?.end();
  await stack?.end();
});

test('a deadline is written, its clock turns amber and red, and it is told', async ({ page }) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('a policy is refused without a time, and made', () => write(page));
  await test.step('a customer writes, and the clock runs', () => run(page));
  await test.step('it turns amber and red, and the conversation tells', () => miss(page));
  expectNoTrouble();
});

async function write(page: Page): Promise<void> {
  await goTo(page, 'Prazos');
  await expect(page.getByText('Nenhum prazo ainda')).toBeVisible();
  await show(page, 'deadlines-empty', ['light', 'phone']);
  await page.getByRole('button', { name: 'Novo prazo' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Resposta rápida');
  const first = dialog.getByRole('textbox', { name: 'Primeira resposta em' });
  await first.fill('0');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('De 1 a 43200 minutos (30 dias).')).toBeVisible();
  await first.fill('15');
  await dialog.getByRole('textbox', { name: 'Resolver em' }).fill('480');
  await dialog.getByLabel('Contar só no horário de atendimento').uncheck();
  await show(page, 'deadline-new', ['light', 'dark', 'phone', 'phone-dark']);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Prazo criado!')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Resposta rápida' })).toContainText(
    'Primeira resposta em 15',
  );
  await show(page, 'deadlines', ['light', 'dark', 'phone', 'phone-dark']);
}

const item = (page: Page) => page.getByTestId('ticket-item').filter({ hasText: 'Quero comprar' });

async function run(page: Page): Promise<void> {
  await stack.sandbox.send({ kind: 'text', from: MARIA, to: COMPANY, text: 'Quero comprar' });
  await goTo(page, 'Atendimentos');
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  const clock = item(page).getByTestId('deadline-clock');
  await expect(clock).toHaveAttribute('data-level', 'early');
  await expect(clock).toHaveAccessibleName(/^Primeira resposta: falta 1[45] minutos, até /);
}

/** The customer has waited for longer. */
const wait = (minutes: number) => sql`
  update tickets set waiting_since = now() - make_interval(mins => ${minutes})
  where last_message = 'Quero comprar'`;

async function miss(page: Page): Promise<void> {
  await sql`update deadline_policies set counts_from = now() - interval '1 day'`;
  await wait(13);
  const clock = item(page).getByTestId('deadline-clock');
  await expect(clock).toHaveAttribute('data-level', 'long');
  await wait(20);
  await expect(clock).toHaveAttribute('data-level', 'late');
  await expect(clock).toHaveAccessibleName(/^Primeira resposta: atrasou 5 minutos/);
  await item(page).click();
  const peek = page.getByRole('dialog', { name: 'Espiando a conversa' });
  await expect(peek.getByTestId('deadline-clock')).toHaveCount(2);
  await expect(
    page.getByTestId('event').filter({ hasText: 'Prazo perdido: Primeira resposta (Resposta rápida)' }),
  ).toBeVisible({ timeout: 15_000 });
  await show(page, 'deadline-missed', ['light', 'dark', 'phone', 'phone-dark']);
  await page.keyboard.press('Escape');
}
