import { expect, type Locator, type Page } from '@playwright/test';
import { EXPECTED_FAILURES, goTo, signIn } from './acts.ts';
import { COMPANY, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** A supervisor writes rules as sentences, tries one, and a customer's message makes it act. */

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ from: 'linked' });
});
test.afterAll(() => stack?.end());

test('rules are written, tried, ordered and switched, and one names itself where it acted', async ({
  page,
}) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('a template is the first rule', () => useTemplate(page));
  await test.step('another one is written as a sentence, and tried', () => write(page));
  await test.step('they change places by keys and by the mouse', () => order(page));
  await test.step('one is switched off', () => switchOff(page));
  await test.step('a customer writes, and the conversation names the rule', () => act(page));
  await test.step('how often it acted leads to where', () => follow(page));
  await test.step('the trial says what it would do, and leads there', () => tryOut(page));
  expectNoTrouble();
});

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

async function choose(page: Page, within: Locator, label: string, option: string): Promise<void> {
  await within.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function useTemplate(page: Page): Promise<void> {
  await goTo(page, 'Automações');
  await expect(page.getByText('Nenhuma regra ainda')).toBeVisible();
  await show(page, 'automations-empty', ['light', 'dark', 'phone', 'phone-dark']);
  await page.getByRole('button', { name: 'Usar este modelo: Palavras urgentes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Regra criada!')).toBeVisible();
  await expect(row(page, 'Palavras urgentes')).toContainText(
    'Quando o cliente escreve e as condições valem: anota',
  );
}

async function write(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nova regra' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Pedido pronto');
  await choose(page, dialog, 'O que acontece', 'um atendimento começa');
  await choose(page, dialog.getByTestId('effect'), 'Ação', 'escreve ao cliente');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Complete ou tire o que está vazio.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Olá, {{firstName}}! Já vamos ver.');
  await dialog.getByRole('button', { name: 'Condição', exact: true }).click();
  const words = dialog.getByTestId('condition').getByLabel('Quais');
  await words.fill('pedido');
  await words.press('Enter');
  await dialog.getByRole('button', { name: 'Testar agora' }).click();
  await expect(dialog.getByRole('status')).toContainText(/atendimentos combina/);
  await show(page, 'automation-new', ['light', 'dark', 'phone', 'phone-dark']);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Regra criada!')).toBeVisible();
}

const expectOrder = (page: Page, names: string[]) =>
  expect(page.locator('tbody tr').getByRole('button', { name: /^Mudar .* de lugar$/ }))
    .toHaveCount(names.length)
    .then(() => expect(page.locator('tbody tr')).toContainText(names));

async function order(page: Page): Promise<void> {
  await expectOrder(page, ['Palavras urgentes', 'Pedido pronto']);
  const handle = (name: string) => page.getByRole('button', { name: `Mudar ${name} de lugar` });
  await handle('Pedido pronto').press('ArrowUp');
  await expectOrder(page, ['Pedido pronto', 'Palavras urgentes']);
  await handle('Pedido pronto').dragTo(row(page, 'Palavras urgentes'));
  await expectOrder(page, ['Palavras urgentes', 'Pedido pronto']);
  await page.reload();
  await expectOrder(page, ['Palavras urgentes', 'Pedido pronto']);
}

async function switchOff(page: Page): Promise<void> {
  const lever = page.getByRole('switch', { name: 'Ligar ou desligar Pedido pronto' });
  await lever.press(' ');
  await expect(lever).not.toBeChecked();
}

async function act(page: Page): Promise<void> {
  await stack.sandbox.send({ kind: 'text', from: MARIA, to: COMPANY, text: 'É urgente!' });
  await goTo(page, 'Atendimentos');
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await page.getByTestId('ticket-item').first().click();
  const line = page.getByTestId('event').filter({ hasText: 'A regra Palavras urgentes agiu' });
  await expect(line).toBeVisible();
  await show(page, 'automation-acted', ['light', 'dark']);
  await line.getByRole('link', { name: 'Ver a regra' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Nome' })).toHaveValue(
    'Palavras urgentes',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await expect(row(page, 'Palavras urgentes')).toContainText('1 vez');
}

/** A number leads to its tickets, also on a phone. */
async function follow(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1366, height: 768 };
  const number = row(page, 'Palavras urgentes').getByRole('button', { name: 'Palavras urgentes: 1 vez' });
  const dialog = page.getByRole('dialog', { name: 'Palavras urgentes' });
  await page.setViewportSize({ width: 400, height: 800 });
  await number.click();
  await expect(dialog.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.setViewportSize(size);
  await number.click();
  await show(page, 'automation-runs', ['light', 'dark', 'phone', 'phone-dark']);
  await dialog.getByRole('button', { name: /Maria/ }).click();
  await expect(page.getByTestId('event').filter({ hasText: 'A regra Palavras urgentes agiu' })).toBeVisible();
}

/** The trial says what would be done with which words, and leads to the ticket. */
async function tryOut(page: Page): Promise<void> {
  await goTo(page, 'Automações');
  await page.getByRole('button', { name: 'Editar Palavras urgentes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Testar agora' }).click();
  const found = dialog.getByRole('status').getByRole('listitem').first();
  await expect(found).toContainText('É urgente!');
  await expect(found).toContainText('anota Cliente com pressa: responda primeiro.');
  await dialog.getByRole('combobox', { name: 'Conversa' }).fill('Mari');
  await page.getByRole('option', { name: /^Maria.* #\d+$/ }).click();
  await dialog.getByRole('button', { name: 'Testar agora' }).click();
  await expect(dialog.getByRole('status')).toContainText('1 de 1 atendimentos combinam.');
  await found.scrollIntoViewIfNeeded();
  await show(page, 'automation-trial', ['light', 'dark', 'phone', 'phone-dark']);
  await found.getByRole('button', { name: /Maria/ }).click();
  await expect(page.getByTestId('event').filter({ hasText: 'A regra Palavras urgentes agiu' })).toBeVisible();
}
