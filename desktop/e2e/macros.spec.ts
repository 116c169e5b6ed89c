import { expect, type Locator, type Page } from '@playwright/test';
import { openPool, type Sql } from '../../server/src/platform/db/client.ts';
import { bubble, EXPECTED_FAILURES, expectOnce, goTo, hurry, message, row, signIn } from './acts.ts';
import { CARLA, COMPANY, JOAO, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { takeBack } from './ticket-list/rows.ts';
import { watchForTrouble } from './watch.ts';

/** An agent keeps steps under a name, looks at what they will do, and does them at once: also without a server. */

let stack: Stack;
let sql: Sql;
test.beforeAll(async () => {
  stack = await startStack({ from: 'linked' });
  sql = openPool(stack.databaseUrl, { role: 'balcao_system', max: 1, name: 'test' });
});
test.afterAll(async () => {
  await sql?.end();
  await stack?.end();
});

test('a macro is made, shown, used and undone, and is used without a server', async ({ page }) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'ana@demo.balcao.test');
  await test.step('two are made', () => make(page));
  await test.step('one takes a waiting ticket and answers', () => answerByMacro(page));
  await test.step('the other is undone, and used without a server', () => useOffline(page));
  await test.step('and on all that are selected, also taken back', () => useOnSeveral(page));
  expectNoTrouble();
});

const picker = (page: Page) => page.getByRole('dialog', { name: /^Usar macro/ });
const line = (page: Page, macro: string): Locator =>
  page.getByTestId('event').filter({ hasText: `Ana usou a macro ${macro}` });

async function choose(page: Page, within: Locator, option: string): Promise<void> {
  await within.getByLabel('Ação', { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function make(page: Page): Promise<void> {
  await goTo(page, 'Macros');
  await expect(page.getByText('Nenhuma macro ainda')).toBeVisible();
  await show(page, 'macros-empty', ['light', 'phone-dark']);
  const dialog = page.getByRole('dialog');
  const effect = (index: number) => dialog.getByTestId('effect').nth(index);
  await page.getByRole('button', { name: 'Nova macro' }).first().click();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Boas-vindas');
  await choose(page, effect(0), 'fica com quem usa');
  await dialog.getByRole('button', { name: 'Ação', exact: true }).click();
  await choose(page, effect(1), 'escreve ao cliente');
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Olá, {{firstName}}! Já cuido disso.');
  await show(page, 'macro-new', ['light', 'dark', 'phone', 'phone-dark']);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Boas-vindas' })).toBeVisible();
  await page.getByRole('button', { name: 'Nova macro' }).click();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Aguardar foto');
  await choose(page, effect(0), 'anota');
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Falta a foto.');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Aguardar foto' })).toContainText('só sua');
  await show(page, 'macros', ['light', 'dark', 'phone', 'phone-dark']);
}

async function answerByMacro(page: Page): Promise<void> {
  await stack.sandbox.send({ kind: 'text', from: MARIA, to: COMPANY, text: 'Bom dia!' });
  await goTo(page, 'Atendimentos');
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await row(page, 'Bom dia!').getByRole('button').first().focus();
  await page.keyboard.press('m');
  await picker(page).getByRole('combobox').fill('boas');
  const preview = picker(page).getByTestId('macro-preview');
  await expect(preview).toContainText(/Olá, \S+! Já cuido disso\./);
  await expect(preview).toContainText('Vai uma mensagem ao cliente: não dá para desfazer.');
  await show(page, 'macro-pick', ['light', 'dark', 'phone', 'phone-dark']);
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'Já cuido disso.')).toBeVisible();
  await expect(line(page, 'Boas-vindas')).toBeVisible();
  await expect(message(page)).toBeVisible();
}

async function useOffline(page: Page): Promise<void> {
  await stack.stopServer();
  // From the text field, by its name.
  await message(page).fill('/aguar');
  await page.getByRole('option', { name: 'Macro: Aguardar foto' }).click();
  await expect(message(page)).toHaveValue('');
  await picker(page).getByRole('button', { name: 'Usar', exact: true }).click();
  await expect(bubble(page, 'Falta a foto.')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(bubble(page, 'Falta a foto.')).toHaveCount(0);

  await page.keyboard.press('Alt+m');
  await picker(page).getByRole('combobox').fill('foto');
  await expect(picker(page).getByTestId('macro-preview')).toContainText(
    'Dá para desfazer por alguns segundos.',
  );
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'Falta a foto.')).toBeVisible();
  await stack.startServer();
  await hurry(page);
  await expect(line(page, 'Aguardar foto')).toHaveCount(1, { timeout: 20_000 });
  await expect(bubble(page, 'Falta a foto.')).toHaveCount(1);
  const [said] = (await stack.sandbox.ledger({ number: MARIA })).filter(({ text }) =>
    /Já cuido/.test(text ?? ''),
  );
  await expectOnce(stack, MARIA, said?.text ?? '');
}

async function useOnSeveral(page: Page): Promise<void> {
  for (const from of [JOAO, CARLA])
    await stack.sandbox.send({ kind: 'text', from, to: COMPANY, text: 'Olá!' });
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  const rows = row(page, 'Olá!');
  await expect(rows).toHaveCount(2);
  const select = async () => {
    for (const one of await rows.all())
      await one
        .getByRole('button')
        .first()
        .click({ modifiers: ['Control'] });
  };
  await select();
  const bar = page.getByRole('toolbar', { name: 'Ações para os selecionados' });
  await show(page, 'macro-selected', ['light', 'dark']);
  await bar.getByRole('button', { name: 'Usar macro…' }).click();
  await picker(page).getByRole('combobox').fill('foto');
  await expect(picker(page).getByTestId('macro-preview')).toContainText(
    'Em 2 de 2 conversas. Dá para desfazer por alguns segundos.',
  );
  await show(page, 'macro-many', ['light', 'dark']);
  await page.keyboard.press('Enter');
  await takeBack(page, 'Macro usada em 2 conversas');
  // By the key of a row, for all that is selected.
  await select();
  await page.keyboard.press('m');
  await picker(page).getByRole('combobox').fill('foto');
  await page.keyboard.press('Enter');
  const notes = () => sql`select from messages where body = 'Falta a foto.' and media_type = 'note'`;
  await expect.poll(async () => (await notes()).count, { timeout: 15_000 }).toBe(3);
}
