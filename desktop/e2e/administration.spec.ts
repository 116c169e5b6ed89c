import { type Browser, expect, type Page, test } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { EXPECTED_FAILURES, PASSWORD, signIn, signOut } from './acts.ts';
import { picture, show } from './pictures.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

const OPERATOR = 'admin@demo.balcao.test';
const OWNER = 'dona@livraria.test';
const AGENT = 'rita@livraria.test';
const SECRET = 'livros e café';

/** A picture of every page in every look takes a while on a busy machine. */
test.setTimeout(360_000);

let stack: Stack;
let page: Page;

test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(async () => {
  await stack?.end();
});

test('companies, people and what they may do', async ({ page: itsPage, browser }) => {
  page = itsPage;
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await test.step('sign up on trial', signingUp);
  await test.step('the admin invites somebody, by keyboard alone', inviting);
  await test.step('every page of an admin', adminPages);
  await test.step('an agent sees less, on a computer of their own', () => agentSeesLess(browser));
  await test.step('forgotten password', forgottenPassword);
  await test.step('the operator’s pages', operatorPages);
  await test.step('an overdue company opens again at once', overdue);
  expectNoTrouble();
});

async function enter(email: string, password: string, at = page): Promise<void> {
  await at.getByLabel('E-mail').fill(email);
  await at.getByLabel('Senha', { exact: true }).fill(password);
  await at.getByRole('button', { name: 'Entrar' }).click();
}

async function open(name: string, heading: string | RegExp = name): Promise<void> {
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

async function signingUp(): Promise<void> {
  await page.getByRole('link', { name: 'Criar uma conta' }).click();
  await expect(page.getByText('Essencial')).toBeVisible();
  await show(page, 'signup', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Criar a conta' }).click();
  await expect(page.getByText('Required').first()).toBeVisible();
  await picture(page, 'signup-empty');
  await page.getByLabel('Nome da empresa').fill('Livraria Página');
  await page.getByLabel('E-mail').fill(OWNER);
  await page.getByLabel('Telefone').fill('11 97777-1234');
  await page.getByLabel('Senha', { exact: true }).fill(SECRET);
  await page.getByRole('radio', { name: 'Essencial' }).click();
  await page.getByRole('button', { name: 'Criar a conta' }).click();
  await expect(page.getByText(/Conta criada com sucesso/)).toBeVisible();
  await enter(OWNER, SECRET);
  await expect(page.getByText('Login efetuado com sucesso!')).toBeVisible();
  await expect(page.getByText(/Sua assinatura vence em 3 dias/)).toBeVisible();
  await expect(page.getByText(/Ativo até/)).toBeVisible();
}

/** Focus goes where the keys lead; the mouse stays where it is. */
async function inviting(): Promise<void> {
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('textbox', { name: 'Ir para ou fazer…' })).toBeFocused();
  await show(page, 'palette');
  await page.keyboard.type('usuá');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
  await expect(page.getByText(OWNER)).toBeVisible();
  await page.getByRole('button', { name: 'Novo usuário' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Novo usuário' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await show(page, 'user-new', ['light', 'dark', 'phone']);
  await page.getByRole('textbox', { name: 'Nome' }).focus();
  await page.keyboard.type('R');
  await page.keyboard.press('Tab');
  await page.keyboard.type(AGENT);
  await page.keyboard.press('Tab');
  await page.keyboard.type(SECRET);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Too Short!')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nome' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('ita Moraes');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Operação realizada com sucesso!')).toBeVisible();
  await expect(page.getByText('Rita Moraes')).toBeVisible();
}

async function adminPages(): Promise<void> {
  await show(page, 'users', ['light', 'dark', 'phone']);
  await open('Auditoria');
  await expect(page.getByText('Rita Moraes').first()).toBeVisible();
  await show(page, 'audit', ['light', 'dark', 'phone']);
  await open('Assinatura');
  await expect(page.getByText('2 de 5')).toBeVisible();
  await show(page, 'subscription', ['light', 'dark', 'phone']);
  await open('Configurações');
  await expect(page.getByRole('tab', { name: 'Empresas' })).toHaveCount(0);
  await show(page, 'settings-options', ['light', 'dark', 'phone']);
  await page.getByRole('combobox', { name: 'Gerenciamento de horários' }).click();
  await page.getByRole('option', { name: 'Empresa' }).click();
  await expect(page.getByText('Operação atualizada com sucesso.')).toBeVisible();
  await page.getByRole('tab', { name: 'Horários' }).click();
  await page.getByRole('textbox', { name: 'Fim de Sábado' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1330');
  await expect(page.getByRole('textbox', { name: 'Fim de Sábado' })).toHaveValue('13:30');
  await show(page, 'settings-hours', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Horários atualizados com sucesso.')).toBeVisible();
  await page.getByRole('tab', { name: 'Opções' }).click();
  await page.getByRole('tab', { name: 'Horários' }).click();
  await expect(page.getByRole('textbox', { name: 'Fim de Sábado' })).toHaveValue('13:30');
  await open('Tarefas');
  await page.getByRole('textbox', { name: 'Nova tarefa' }).fill('Ligar para a editora');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await expect(page.getByText('1 tarefa aberta')).toBeVisible();
  await show(page, 'todolist');
  await open('Ajuda', /Ajuda \(0/);
  await show(page, 'helps-empty', ['light']);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible();
  await show(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByRole('menuitem', { name: 'Meu perfil' }).click();
  await show(page, 'profile');
  await page.getByRole('tab', { name: 'Verificação em duas etapas' }).click();
  await page.getByRole('button', { name: 'Ativar' }).click();
  await expect(page.getByAltText('Código QR do autenticador')).toBeVisible();
  await show(page, 'second-factor');
  await page.keyboard.press('Escape');
}

/** The admin's console is the first; the agent signs in on the second, and then somebody else as the agent on the first. */
async function agentSeesLess(browser: Browser): Promise<void> {
  const other = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await other.goto(await stack.startSecondConsole());
  await enter(AGENT, SECRET, other);
  await expect(other.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Tarefas' })).toBeVisible();
  for (const name of ['Usuários', 'Configurações', 'Auditoria', 'Conexões', 'Assinatura'])
    await expect(other.getByRole('link', { name })).toHaveCount(0);
  await other.evaluate(() => {
    location.hash = '#/users';
  });
  await expect(other).toHaveURL(/#\/tickets$/);

  await promote('Rita Moraes', 'Administrador');
  await expect(other.getByRole('link', { name: 'Usuários' })).toBeVisible();
  await promote('Rita Moraes', 'Usuário');
  await expect(other.getByRole('link', { name: 'Usuários' })).toHaveCount(0);

  await signOut(page);
  await enter(AGENT, SECRET);
  await expect(other.getByText('Sua conta foi acessada em outro computador.')).toBeVisible();
  await show(other, 'taken-over');
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await signOut(page);
  await other.close();
}

/** Rights change in front of the person's eyes, without signing out. */
async function promote(name: string, profile: string): Promise<void> {
  await open('Usuários');
  await page.getByRole('button', { name: `Editar ${name}` }).click();
  await page.getByRole('combobox', { name: 'Perfil' }).click();
  await page.getByRole('option', { name: profile, exact: true }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function forgottenPassword(): Promise<void> {
  await page.getByRole('link', { name: 'Esqueci a senha' }).click();
  await page.getByLabel('E-mail').fill(AGENT);
  await show(page, 'forgot');
  await page.getByRole('button', { name: 'Pedir o link' }).click();
  await expect(page.getByText(/Se esta conta existe/)).toBeVisible();
  await page.getByRole('link', { name: 'Voltar para a entrada' }).click();
}

async function operatorPages(): Promise<void> {
  await signIn(page, OPERATOR);
  await open('Configurações');
  await page.getByRole('tab', { name: 'Empresas' }).click();
  await expect(page.getByText('Livraria Página').first()).toBeVisible();
  await expect(page.getByText('Pedidos de nova senha')).toBeVisible();
  await show(page, 'companies', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Editar Livraria Página' }).click();
  await expect(page.getByRole('dialog', { name: 'Editar empresa' })).toBeVisible();
  await show(page, 'company-edit', ['light', 'dark', 'phone']);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Planos' }).click();
  await expect(page.getByText('Profissional')).toBeVisible();
  await show(page, 'plans', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Editar Essencial' }).click();
  await show(page, 'plan-edit', ['light', 'dark']);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Ajuda' }).click();
  await page.getByLabel('Título').fill('Primeiros passos');
  await page.getByLabel('Código do vídeo').fill('https://youtu.be/dQw4w9WgXcQ');
  await page.getByLabel('Descrição').fill('Conecte o WhatsApp e convide a equipe.');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await expect(page.getByRole('cell', { name: 'dQw4w9WgXcQ' })).toBeVisible();
  await show(page, 'helps-admin', ['light', 'dark']);
  await open('Ajuda', 'Ajuda (1 vídeo)');
  await show(page, 'helps', ['light', 'dark', 'phone']);
  await signOut(page);
}

/** Both at once: the shop's console in one window, the operator's in the other. */
async function overdue(): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-time' });
  await sql`update companies set due_date = current_date - 3 where name = 'Livraria Página'`;
  await sql.end();
  await enter(OWNER, SECRET);
  await expect(page.getByRole('alert')).toContainText(/venceu em/);
  await show(page, 'overdue');
  await enter(OPERATOR, PASSWORD);
  await open('Configurações');
  await page.getByRole('tab', { name: 'Empresas' }).click();
  const late = page.getByRole('row', { name: /Livraria Página/ });
  await picture(page, 'companies-overdue');
  await late.getByRole('button', { name: '+ Vencimento' }).click();
  await expect(page.getByText('Operação atualizada com sucesso.')).toBeVisible();
  await signOut(page);
  await enter(OWNER, SECRET);
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
}
