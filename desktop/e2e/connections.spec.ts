import { expect, type Page, test } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { COMPANY, EXPECTED_FAILURES, signIn } from './acts.ts';
import { show } from './pictures.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

test.setTimeout(240_000);

let stack: Stack;
let page: Page;

test.beforeAll(async () => {
  stack = await startStack();
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-queue' });
  await sql`insert into queues (company_id, name, color) select id, 'Vendas', '#0c8599' from companies`;
  await sql.end();
});
test.afterAll(async () => {
  await stack?.end();
});

test('connections: rules, linking by a code, health', async ({ page: itsPage }) => {
  page = itsPage;
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await page.getByRole('link', { name: 'Conexões' }).click();
  await expect(page.getByRole('img', { name: 'Há uma conexão com problema' })).toBeVisible();
  await test.step('the modal keeps every field', rules);
  await test.step('a phone is linked without a camera', byCode);
  await test.step('what happened can be read', health);
  await test.step('another connection comes and goes', another);
  expectNoTrouble();
});

const menu = async (connection: string, item: string) => {
  await page.getByRole('button', { name: `Mais ações para ${connection}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const dialog = () => page.getByRole('dialog');
const save = () => dialog().getByRole('button', { name: 'Salvar' }).click();

async function rules(): Promise<void> {
  await menu('WhatsApp Principal', 'Editar');
  await expect(dialog().getByLabel('Nome')).toHaveValue('WhatsApp Principal');
  await show(page, 'connection-edit', ['light', 'dark', 'phone']);
  await dialog().getByRole('combobox', { name: 'Filas' }).click();
  await page.getByRole('option', { name: 'Vendas' }).click();
  await dialog().getByRole('tab', { name: 'Mensagens' }).click();
  await save();
  await expect(
    dialog().getByText('Com mais de uma fila, a mensagem de saudação é obrigatória.'),
  ).toBeVisible();
  await dialog().getByLabel('Mensagem de saudação').fill('Olá! Como podemos ajudar?');
  await dialog().getByRole('tab', { name: 'Mensagens' }).click();
  await dialog().getByLabel('Mensagem de encerramento').fill('Obrigado pelo contato.');
  await show(page, 'connection-texts', ['light']);
  await dialog().getByRole('tab', { name: 'Automação' }).click();
  await dialog().getByLabel('Fechar conversas abertas após (minutos)').fill('90');
  await show(page, 'connection-automation', ['light', 'dark', 'phone']);
  await dialog().getByRole('tab', { name: 'Token' }).click();
  await dialog().getByRole('button', { name: 'Gerar token' }).click();
  await expect(dialog().getByRole('textbox', { name: 'Token da API' })).toHaveValue(/^[\da-f]{64}$/);
  await show(page, 'connection-token', ['light']);
  await save();
  await expect(page.getByText('Operação atualizada com sucesso.')).toBeVisible();
  await expect(dialog()).toBeHidden();
  await menu('WhatsApp Principal', 'Editar');
  await expect(dialog().getByLabel('Mensagem de saudação')).toHaveValue('Olá! Como podemos ajudar?');
  await dialog().getByRole('tab', { name: 'Automação' }).click();
  await expect(dialog().getByLabel('Fechar conversas abertas após (minutos)')).toHaveValue('90');
  await dialog().getByRole('tab', { name: 'Token' }).click();
  await expect(dialog().getByText('Esta conexão tem um token.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
}

async function byCode(): Promise<void> {
  await page.getByRole('button', { name: 'Ver QR code' }).click();
  await dialog().getByRole('button', { name: 'Conectar com um código, sem câmera' }).click();
  await dialog().getByLabel('Número do WhatsApp').fill('12');
  await dialog().getByRole('button', { name: 'Gerar código' }).click();
  await expect(dialog().getByText('Digite o número com o código do país.')).toBeVisible();
  await dialog()
    .getByLabel('Número do WhatsApp')
    .fill(`+${COMPANY.slice(0, 2)} ${COMPANY.slice(2)}`);
  await show(page, 'pairing-number', ['light']);
  await dialog().getByRole('button', { name: 'Gerar código' }).click();
  const code = dialog().getByLabel('Código de pareamento');
  await expect(code).toHaveText(/^[\dA-Z]{4}-[\dA-Z]{4}$/, { timeout: 20_000 });
  await show(page, 'pairing-code', ['light', 'dark', 'phone']);
  await expect(async () => {
    await stack.sandbox.enterPairingCode({
      number: COMPANY,
      code: (await code.textContent({ timeout: 1_000 })) ?? '',
    });
  }).toPass({ timeout: 10_000 });
  await expect(page.getByText('WhatsApp conectado')).toBeVisible({ timeout: 30_000 });
  await dialog().getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('img', { name: 'Há uma conexão com problema' })).toBeHidden({
    timeout: 10_000,
  });
  await show(page, 'connections-table', ['light', 'dark', 'phone']);
}

async function health(): Promise<void> {
  await menu('WhatsApp Principal', 'Histórico da conexão');
  await expect(dialog().getByText('Conectou')).toBeVisible();
  await show(page, 'connection-health', ['light', 'dark']);
  await page.keyboard.press('Escape');
}

async function another(): Promise<void> {
  await page.getByRole('button', { name: 'Nova conexão' }).click();
  await dialog().getByLabel('Nome').fill('Reserva');
  await dialog().getByRole('button', { name: 'Criar e conectar' }).click();
  await expect(page.getByRole('img', { name: 'QR code para conectar Reserva' })).toBeVisible({
    timeout: 20_000,
  });
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('connection')).toHaveCount(2);
  await menu('Reserva', 'Excluir');
  await dialog().getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Conexão excluída')).toBeVisible();
  await expect(page.getByTestId('connection')).toHaveCount(1);
  await page.emulateMedia({ colorScheme: 'light' });
}
