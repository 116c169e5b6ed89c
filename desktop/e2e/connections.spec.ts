import { expect, type Locator, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { EXPECTED_FAILURES, goTo, signIn } from './acts.ts';
import { decideOnHeld } from './held-messages.ts';
import { COMPANY } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

test.setTimeout(240_000);

let stack: Stack;
let page: Page;

test.beforeAll(async () => {
  stack = await startStack({ env: { PUBLIC_URL: 'https://desk.example.com' } });
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
  await goTo(page, 'Conexões');
  await expect(page.getByRole('img', { name: 'Há uma conexão com problema' })).toBeVisible();
  await test.step('the modal keeps every field', rules);
  await test.step('a phone is linked without a camera', byCode);
  await test.step('what happened can be read', health);
  await test.step('a connection that comes back by itself shows no code', outOfReach);
  await test.step('a restricted number keeps its session', restricted);
  await test.step('what a restore holds is decided on', () => decideOnHeld(page, stack));
  await test.step('another connection comes and goes', another);
  await test.step('a chat on the site shows how it will look', chatOnSite);
  await test.step('the phone is released, and another code offered', renewAndEnd);
  await test.step('in English', inEnglish);
  await test.step('in Spanish', inSpanish);
  expectNoTrouble();
});

const menu = async (connection: string, item: string, more = 'Mais ações para') => {
  await page.getByRole('button', { name: `${more} ${connection}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const dialog = () => page.getByRole('dialog');
const section = (name: string) => dialog().getByRole('tab', { name }).click();
const save = () => dialog().getByRole('button', { name: 'Salvar' }).click();

/** The values of the fields in each section of the modal. */
const FIELDS: Record<string, Record<string, string>> = {
  Geral: {
    'Mensagem de saudação': 'Olá! Como podemos ajudar?',
    'Importar o histórico desde': '31/01/2026',
  },
  Mensagens: {
    'Mensagem de conclusão': 'Obrigado pelo contato.',
    'Mensagem fora do expediente': 'Voltamos às 8h.',
    'Mensagem de avaliação': 'Como foi?',
  },
  Automação: {
    'Minutos até redirecionar': '15',
    'Envios do chatbot': '2',
    'Intervalo do chatbot (minutos)': '5',
    'Fechar conversas abertas após (minutos)': '90',
    'Mensagem de inatividade': 'Até logo!',
  },
};

async function inEachField(
  act: (field: Locator, value: string) => Promise<void>,
  look?: (name: string) => Promise<void>,
): Promise<void> {
  for (const [name, fields] of Object.entries(FIELDS)) {
    await section(name);
    for (const [label, value] of Object.entries(fields))
      await act(dialog().getByLabel(label, { exact: true }), value);
    await look?.(name);
  }
}

async function rules(): Promise<void> {
  await menu('WhatsApp Principal', 'Editar');
  await expect(dialog().getByLabel('Nome')).toHaveValue('WhatsApp Principal');
  await show(page, 'connection-edit', ['light', 'dark', 'phone']);
  await dialog().getByRole('combobox', { name: 'Filas' }).click();
  await page.getByRole('option', { name: 'Vendas' }).click();
  await section('Mensagens');
  await save();
  await expect(
    dialog().getByText('Com mais de uma fila, a mensagem de saudação é obrigatória.'),
  ).toBeVisible();
  await inEachField(
    (field, value) => field.fill(value),
    async (name) => {
      if (name !== 'Mensagens') return;
      await show(page, 'connection-texts', ['light']);
      await dialog()
        .getByRole('group', { name: 'Variáveis para Mensagem de avaliação' })
        .getByRole('button', { name: 'Primeiro nome' })
        .click();
      await expect(dialog().getByLabel('Mensagem de avaliação', { exact: true })).toHaveValue(
        'Como foi?{{firstName}}',
      );
      await dialog().getByLabel('Mensagem de avaliação', { exact: true }).fill('Como foi?');
    },
  );
  const redirectTo = dialog().getByRole('combobox', { name: 'Fila de redirecionamento' });
  await redirectTo.click();
  await page.getByRole('option', { name: 'Vendas' }).click();
  // Filled where prompts and integrations are made.
  for (const name of ['Integração', 'Prompt'])
    await expect(dialog().getByRole('combobox', { name })).toBeDisabled();
  await show(page, 'connection-automation', ['light', 'dark', 'phone']);
  const minutes = dialog().getByLabel('Minutos até redirecionar');
  await minutes.fill('');
  await section('Geral');
  await save();
  await expect(minutes).toHaveAccessibleDescription(/^Preencha este campo/);
  await show(page, 'connection-automation-empty', ['light']);
  await minutes.fill('15');
  await section('Token');
  await dialog().getByRole('button', { name: 'Gerar token' }).click();
  await expect(dialog().getByRole('textbox', { name: 'Token da API' })).toHaveValue(/^[\da-f]{64}$/);
  await show(page, 'connection-token', ['light']);
  await save();
  await expect(page.getByText('Conexão salva')).toBeVisible();
  await expect(dialog()).toBeHidden();
  await menu('WhatsApp Principal', 'Editar');
  await inEachField((field, value) => expect(field).toHaveValue(value));
  await expect(redirectTo).toHaveValue('Vendas');
  await section('Token');
  await expect(dialog().getByText('Esta conexão tem um token.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
}

async function byCode(): Promise<void> {
  await button('Conectar').click();
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
  await dialog().getByRole('button', { name: 'Usar um QR code' }).click();
  await expect(page.getByRole('img', { name: 'QR code para conectar WhatsApp Principal' })).toBeVisible({
    timeout: 20_000,
  });
  await dialog().getByRole('button', { name: 'Conectar com um código, sem câmera' }).click();
  await dialog().getByLabel('Número do WhatsApp').fill(COMPANY);
  await dialog().getByRole('button', { name: 'Gerar código' }).click();
  await expect(code).toBeVisible({ timeout: 20_000 });
  await expect(async () => {
    await stack.sandbox.enterPairingCode({
      number: COMPANY,
      code: (await code.textContent({ timeout: 1_000 })) ?? '',
    });
  }).toPass({ timeout: 10_000 });
  await expect(page.getByText('WhatsApp conectado')).toBeVisible({ timeout: 30_000 });
  await dialog().getByRole('link', { name: 'Ir para os atendimentos' }).click();
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await goTo(page, 'Conexões');
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

const connection = () => page.getByTestId('connection');
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Hurries until the attempt has brought it there. */
async function tryUntil(there: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await button('Tentar agora')
      .last()
      .click({ timeout: 1_000 })
      .catch(() => {});
    await there();
  }).toPass({ timeout: 30_000 });
}

async function outOfReach(): Promise<void> {
  await stack.sandbox.cutCompanions({ number: COMPANY, refuse: true });
  await expect(connection()).toContainText('Reconectando', { timeout: 20_000 });
  await expect(connection()).toContainText('Sem acesso ao WhatsApp.');
  await expect(connection()).toContainText('Próxima tentativa:');
  await expect(button('Conectar')).toBeHidden();
  await show(page, 'connection-reconnecting', ['light', 'dark', 'phone']);
}

async function restricted(): Promise<void> {
  await stack.sandbox.restrict({ number: COMPANY, how: 'temporary' });
  await stack.sandbox.restoreCompanions({ number: COMPANY });
  await tryUntil(() => expect(connection()).toContainText('Desconectado', { timeout: 2_000 }));
  await expect(connection()).toContainText('O WhatsApp restringiu este número');
  await expect(connection()).toContainText(/Até (\d\d\/\d\d\/\d{4} )?\d\d:\d\d/);
  await show(page, 'connection-restricted', ['light', 'dark', 'phone']);
  // Nothing is cut off beside the navigation on a tablet that is held upright.
  await page.setViewportSize({ width: 760, height: 800 });
  const more = page.getByRole('button', { name: 'Mais ações para WhatsApp Principal' });
  await expect.poll(async () => (await more.boundingBox())?.x).toBeLessThan(700);
  await page.setViewportSize({ width: 1280, height: 800 });
  await connection().getByRole('button', { name: 'Conectar' }).click();
  const stopped = page.getByRole('dialog', { name: 'Conectar WhatsApp Principal' });
  await expect(stopped).toContainText('O WhatsApp restringiu este número', { timeout: 20_000 });
  await show(page, 'link-restricted', ['light', 'phone-dark']);
  await stopped.getByRole('button', { name: 'Novo QR code' }).click();
  const question = page.getByRole('dialog', { name: 'Novo QR code' });
  await expect(question).toContainText('A sessão guardada de “WhatsApp Principal” é esquecida');
  await show(page, 'link-renew', ['light']);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await stack.sandbox.cutCompanions({ number: COMPANY, refuse: true });
  await stack.sandbox.restrict({ number: COMPANY, how: 'none' });
  await stopped.getByRole('button', { name: 'Conectar' }).click();
  await expect(stopped).toContainText('Próxima tentativa:', { timeout: 20_000 });
  await show(page, 'link-reconnecting', ['light', 'phone-dark']);
  await stack.sandbox.restoreCompanions({ number: COMPANY });
  await tryUntil(() => expect(stopped).toContainText('WhatsApp conectado', { timeout: 2_000 }));
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
}

async function another(): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('textbox', { name: /Buscar, ir para/ }).fill('conexão telegram, por um bot');
  await page.keyboard.press('Enter');
  await expect(dialog().getByRole('combobox', { name: 'Canal' })).toHaveValue('Telegram, por um bot');
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  await dialog().getByLabel('Nome').fill('Reserva');
  await dialog().getByRole('button', { name: 'Criar e conectar' }).click();
  await expect(page.getByRole('img', { name: 'QR code para conectar Reserva' })).toBeVisible({
    timeout: 20_000,
  });
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('connection')).toHaveCount(2);
  for (const name of ['Reserva', 'WhatsApp Principal']) {
    await menu(name, 'Editar');
    await dialog().getByRole('switch', { name: 'Conexão padrão' }).check();
    await save();
    await expect(dialog()).toBeHidden();
    const chosen = page
      .getByTestId('connection')
      .filter({ has: page.getByRole('img', { name: 'Conexão padrão' }) });
    await expect(chosen).toHaveCount(1);
    await expect(chosen).toContainText(name);
  }
  await menu('Reserva', 'Excluir');
  await dialog().getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Conexão excluída')).toBeVisible();
  await expect(page.getByTestId('connection')).toHaveCount(1);
}

async function chatOnSite(): Promise<void> {
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  await dialog().getByRole('combobox', { name: 'Canal' }).click();
  await page.getByRole('option', { name: 'Chat no seu site' }).click();
  await dialog().getByLabel('Nome').fill('Site');
  await dialog().getByRole('button', { name: 'Criar e conectar' }).click();
  await expect(page.getByRole('dialog', { name: 'Chat de Site' })).toBeVisible();
  const preview = dialog().locator('.panel');
  await dialog().getByRole('textbox', { name: 'Cor' }).fill('#0b7285');
  await expect(preview.locator('.header')).toHaveCSS('background-color', 'rgb(11, 114, 133)');
  await show(page, 'chat-look', ['light', 'phone-dark']);
  await section('Textos');
  await dialog()
    .getByRole('group', { name: 'Português' })
    .getByLabel('Título', { exact: true })
    .fill('Café do Porto');
  await expect(preview.getByText('Café do Porto')).toBeVisible();
  await show(page, 'chat-words', ['dark']);
  await section('Antes de começar');
  await dialog().getByRole('combobox', { name: 'Telefone' }).click();
  await page.getByRole('option', { name: 'Perguntar, obrigatório' }).click();
  await expect(preview.getByLabel('Telefone')).toBeVisible();
  await show(page, 'chat-form', ['light']);
  await section('Instalação');
  await dialog().getByLabel('Páginas permitidas').fill('loja.example.com');
  await save();
  await expect(dialog().getByText('Escreva cada página com https://, uma por linha.')).toBeVisible();
  await dialog().getByLabel('Páginas permitidas').fill('https://loja.example.com');
  const line = dialog().getByRole('region', { name: 'Linha para as páginas do site' });
  await expect(line).toContainText('<script async src="https://desk.example.com/chat.js" data-key="');
  await show(page, 'chat-install', ['light', 'phone-dark']);
  await save();
  await expect(page.getByText('Chat salvo.')).toBeVisible();
  await menu('Site', 'Excluir');
  await dialog().getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByTestId('connection')).toHaveCount(1);
}

async function renewAndEnd(): Promise<void> {
  const code = page.getByRole('img', { name: 'QR code para conectar WhatsApp Principal' });
  await menu('WhatsApp Principal', 'Novo QR code');
  await dialog().getByRole('button', { name: 'Novo QR code' }).click();
  await expect(code).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
  await expect(connection()).toContainText('Ainda não conectado');
  await expect(page.getByRole('img', { name: 'Há uma conexão com problema' })).toBeVisible();
  await menu('WhatsApp Principal', 'Desconectar');
  await dialog().getByRole('button', { name: 'Desconectar' }).click();
  await expect(connection()).toContainText('Alguém da sua equipe desconectou esta conexão.', {
    timeout: 20_000,
  });
  await expect(connection()).toContainText('Desconectado');
  await show(page, 'connection-ended', ['light']);
  await connection().getByRole('button', { name: 'Conectar' }).click();
  await expect(code).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
  // Five codes take minutes: the test writes the resulting state itself.
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-timeout' });
  await sql`update connections set desired = 'stopped'`;
  await expect(connection()).toContainText('Ainda não conectado', { timeout: 20_000 });
  await sql`update connections set status = 'TIMEOUT', reason = 'pairing_expired'`;
  await expect(connection()).not.toContainText('não foi lido a tempo');
  await show(page, 'connection-unlinked', ['light', 'phone-dark']);
  await connection().getByRole('button', { name: 'Conectar' }).click();
  await expect(code).toBeVisible({ timeout: 20_000 });
  // Another code comes, for as long as somebody looks.
  const modules = code.locator('path');
  const drawn = await modules.getAttribute('d');
  await sql`update connections set desired = 'stopped'`;
  await sql.end();
  const isAnother = async () => (await modules.count()) > 0 && (await modules.getAttribute('d')) !== drawn;
  await expect.poll(isAnother, { timeout: 60_000 }).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
}

async function chooseLanguage(name: string): Promise<void> {
  await page.getByRole('button', { name: /Perfil de|Profile of/ }).click();
  await page.getByText(name, { exact: true }).click();
  await page.keyboard.press('Escape');
}

async function inEnglish(): Promise<void> {
  await chooseLanguage('English');
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  await show(page, 'connections-en', ['light', 'phone-dark']);
  await menu('WhatsApp Principal', 'Edit', 'More actions for');
  await section('Messages');
  await show(page, 'connection-texts-en', ['dark']);
  await section('Automation');
  await show(page, 'connection-automation-en', ['light']);
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
  await menu('WhatsApp Principal', 'Connection history', 'More actions for');
  await expect(dialog().getByText('Connected').first()).toBeVisible();
  await show(page, 'connection-health-en', ['light']);
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
}

async function inSpanish(): Promise<void> {
  await chooseLanguage('Español');
  await expect(page.getByRole('heading', { level: 1, name: 'Conexiones' })).toBeVisible();
  await page.getByRole('button', { name: /^Más acciones/ }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await section('Automatización');
  await show(page, 'connection-es', ['phone-dark']);
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
  await goTo(page, 'Colas y chatbot');
  await page.getByRole('button', { name: 'Editar Vendas' }).click();
  await expect(dialog().getByLabel('Nombre')).toHaveValue('Vendas');
  await show(page, 'queue-es', ['light']);
}
