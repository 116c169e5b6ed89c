import { type Browser, expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { EXPECTED_FAILURES, goTo, signIn } from './acts.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** A company whose trial ends, that cannot go on, pays, and goes on. */

const OPERATOR = 'admin@demo.balcao.test';
const OWNER = 'dona@livraria.test';
const AGENT = 'rita@livraria.test';
const SECRET = 'livros e café';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
  await found();
});
test.afterAll(() => stack?.end());

test('from the end of a trial through an overdue sign-in to a paid month', async ({ page, browser }) => {
  const expectNoTrouble = await watchForTrouble(page, [...EXPECTED_FAILURES, /status of 402/]);
  const operator = await openOperator(browser);
  await page.goto(await stack.startSecondConsole());
  await test.step('the operator says where the money goes', () => account(operator));
  await test.step('a trial that is about to end', () => trial(page));
  await test.step('an agent is told, and is not let in', () => agent(page));
  await test.step('the admin is let in to pay', () => checkout(page));
  await test.step('the operator has the money', () => receive(operator));
  await test.step('and the company is back at work', () => back(page));
  await operator.close();
  expectNoTrouble();
});

/** This makes them by the calls of the sign-up page and the users page. */
async function found(): Promise<void> {
  const call = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${stack.serverUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    expect([path, answer.ok]).toEqual([path, true]);
    return answer.json() as Promise<{ token: string }>;
  };
  const plans = (await (await fetch(`${stack.serverUrl}/plans/list`)).json()) as {
    id: number;
    name: string;
  }[];
  const planId = plans.find(({ name }) => name === 'Essencial')?.id;
  const owner = { email: OWNER, password: SECRET };
  await call('/companies/cadastro', { ...owner, name: 'Livraria Página', planId });
  const { token } = await call('/auth/login', owner);
  await call('/users', { name: 'Rita', email: AGENT, password: SECRET, profile: 'user' }, token);
}

async function openOperator(browser: Browser): Promise<Page> {
  const operator = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await operator.goto(await stack.startConsole());
  await signIn(operator, OPERATOR);
  await goTo(operator, 'Pagamentos');
  return operator;
}

async function account(operator: Page): Promise<void> {
  await expect(operator.getByText('Sem chave ninguém consegue pagar por Pix.')).toBeVisible();
  await operator.getByLabel('Chave Pix', { exact: true }).fill('caixa@operadora.test');
  await operator.getByLabel('Nome do recebedor').fill('Operadora');
  await operator.getByLabel('Cidade').fill('São Paulo');
  // This dialog lies behind the one of the gateway.
  await operator.getByRole('button', { name: 'Salvar' }).nth(1).click();
  await expect(operator.getByText('Pagamentos salvos')).toBeVisible();
  await expect(operator.getByRole('row', { name: /Livraria Página/ })).toContainText('Em Aberto');
  await operator.getByLabel('Dias antes do vencimento').fill('7, 2');
  await operator.getByRole('button', { name: 'Textos dos lembretes' }).click();
  await operator.getByLabel('Assunto antes do vencimento').fill('Faltam poucos dias: {{value}}, {{when}}');
  await operator.getByRole('button', { name: 'Salvar' }).last().click();
  await expect(operator.getByText('Lembretes salvos')).toBeVisible();
  await show(operator, 'payments', ['light', 'dark', 'phone']);
}

async function trial(page: Page): Promise<void> {
  await signIn(page, OWNER, SECRET);
  const reminder = page.getByTestId('invoice-reminder');
  await expect(reminder).toContainText(/Faltam poucos dias: R\$\s99,00, em \d dias/);
  await reminder.getByRole('button', { name: 'Ver faturas' }).click();
  await expect(page.getByRole('row', { name: /Essencial/ })).toContainText('Em Aberto');
  await expect(reminder).toHaveCount(0);
}

/** The day after the last one, on the company's calendar. */
async function agent(page: Page): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-time' });
  await sql`update companies set due_date = current_date - 3 where name = 'Livraria Página'`;
  await sql`update invoices set due_date = current_date - 3
    where company_id = (select id from companies where name = 'Livraria Página')`;
  await sql.end();
  await expect(page.getByRole('button', { name: 'Pagar agora' })).toBeVisible();
  await page.getByRole('button', { name: 'Sair' }).click();
  await enter(page, AGENT);
  await expect(page.getByText(/venceu em/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
}

async function checkout(page: Page): Promise<void> {
  await enter(page, OWNER);
  await page.getByRole('button', { name: 'Pagar agora' }).click();
  await expect(page.getByRole('row', { name: /Essencial/ })).toContainText('Vencido');
  await show(page, 'invoices-overdue', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: /^Pagar a fatura/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  await expect(dialog.getByText('O Endereço é obrigatório')).toBeVisible();
  await expect(dialog.getByText('CEP é obrigatório')).toBeVisible();
  await dialog.getByLabel('Endereço').fill('Rua das Flores, 10');
  await dialog.getByLabel('Cidade').fill('Recife');
  await dialog.getByLabel('CEP').fill('5001');
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  await expect(dialog.getByText('Formato de CEP inválido')).toBeVisible();
  await dialog.getByLabel('CEP').fill('50010-000');
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  await expect(dialog.getByText('Para mudar de plano, fale com o suporte.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Próximo' }).click();
  await expect(dialog.getByText('Rua das Flores, 10')).toBeVisible();
  await dialog.getByRole('button', { name: 'PAGAR' }).click();
  await expect(dialog.getByRole('img', { name: 'Pague com Pix' })).toBeVisible();
  await expect(dialog.getByText('R$ 99,00')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Código Pix' })).toHaveValue(
    /^000201.*540599\.00.*6304[\dA-F]{4}$/,
  );
  await show(page, 'pix', ['light', 'dark', 'phone']);
}

async function receive(operator: Page): Promise<void> {
  const owed = operator.getByRole('row', { name: /Livraria Página/ });
  await owed.getByRole('button', { name: /como paga/ }).click();
  await operator.getByRole('dialog').getByRole('button', { name: 'Marcar como paga' }).click();
  await expect(owed).toContainText('Pago');
}

/** The console is an ordinary one again around the good news, and leads to the tickets after it. */
async function back(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').getByText(/Sua licença foi renovada até/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar agora' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await goTo(page, 'Faturas');
  await page.getByRole('link', { name: /^Recibo da fatura/ }).click();
  const receipt = page.getByRole('article');
  await expect(receipt).toContainText('Livraria Página');
  await expect(receipt).toContainText(/R\$\s99,00/);
  await show(page, 'receipt', ['light', 'phone']);
}

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(SECRET);
  await page.getByRole('button', { name: 'Entrar' }).click();
}
