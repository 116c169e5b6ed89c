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
const NEW_SECRET = 'outra senha';

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
  await test.step('the admin invites an agent, by keyboard alone', inviting);
  await test.step('every page of an admin', adminPages);
  await test.step('a program outside comes and goes', integrations);
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

/** Opens a recommendation link. */
async function signingUp(): Promise<void> {
  await expect(page.getByRole('link', { name: 'Criar uma conta' })).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/signup?companyId=1';
  });
  await expect(page.getByText('Essencial')).toBeVisible();
  await show(page, 'signup', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Criar a conta' }).click();
  await expect(page.getByText('Preencha este campo').first()).toBeVisible();
  await picture(page, 'signup-empty');
  await page.getByLabel('Nome da empresa').fill('Livraria Página');
  await page.getByLabel('E-mail').fill(OWNER);
  await page.getByLabel('Telefone').fill('11 97777-1234');
  await page.getByLabel('Senha', { exact: true }).fill(SECRET);
  await page.getByRole('radio', { name: 'Essencial' }).click();
  await page.getByRole('button', { name: 'Criar a conta' }).click();
  await expect(page.getByText(/Conta criada com sucesso/)).toBeVisible();
  await enter(OWNER, SECRET);
  await expect(page.getByText('Login efetuado')).toBeVisible();
  await expect(page.getByText(/Sua assinatura vence em 3 dias/)).toBeVisible();
  await expect(page.getByText(/Ativo até/)).toBeVisible();
}

/** Focus goes where the keys lead; the mouse stays where it is. */
async function inviting(): Promise<void> {
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' })).toBeFocused();
  await show(page, 'palette');
  await page.keyboard.type('usuarios');
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
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Continuar escrevendo' })).toBeFocused();
  await show(page, 'unsaved');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(AGENT);
  await page.keyboard.press('Tab');
  await page.keyboard.type(SECRET);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Use pelo menos 2 caracteres')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nome' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('ita Moraes');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Usuário salvo')).toBeVisible();
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
  await expect(page.getByText('Ativado: as chamadas tocam no celular da empresa.')).toBeVisible();
  await page.getByRole('switch', { name: 'Aceitar chamadas' }).press(' ');
  await expect(page.getByText('Desativado: a chamada é recusada e o cliente recebe um texto.')).toBeVisible();
  await expect(page.getByRole('main').getByText('Salvo', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Configurar IXC' }).click();
  await show(page, 'settings-options', ['light', 'dark', 'phone']);
  await saveSecretTwice();
  await page.getByRole('searchbox', { name: 'Buscar uma opção' }).fill('avaliac');
  await expect(page.getByRole('switch')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Buscar uma opção' }).fill('');
  await page.getByRole('combobox', { name: 'Gerenciamento de horários' }).click();
  await page.getByRole('option', { name: 'Empresa' }).click();
  await expect(page.getByText('Operação atualizada com sucesso.').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Horários' }).click();
  await page.getByRole('textbox', { name: 'Fim de Sábado' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1330');
  await expect(page.getByRole('textbox', { name: 'Fim de Sábado' })).toHaveValue('13:30');
  await expect(page.getByText(/^Agora: (aberto até|fechado, abre)/)).toBeVisible();
  await addHolidays();
  await show(page, 'settings-hours', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Horários atualizados com sucesso.')).toBeVisible();
  await page.getByRole('tab', { name: 'Opções' }).click();
  await page.getByRole('tab', { name: 'Horários' }).click();
  await expect(page.getByRole('textbox', { name: 'Fim de Sábado' })).toHaveValue('13:30');
  await expect(page.getByRole('textbox', { name: 'Nome do feriado 1' })).toHaveValue('Carnaval');
  await expect(page.getByRole('textbox', { name: 'Fim do feriado 1' })).toHaveValue('12:00');
  await expect(page.getByText(/^Agora: fechado, abre .* · Inventário$/)).toBeVisible();
  await open('Tarefas');
  await page.getByRole('textbox', { name: 'Nova tarefa' }).fill('Ligar para a editora');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await expect(page.getByText('1 tarefa aberta')).toBeVisible();
  await show(page, 'todolist');
  await page.keyboard.press('Control+K');
  await page.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' }).fill('internet cair');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ajuda', exact: true })).toBeVisible();
  await expect(page.getByText('Quando a conexão voltar, tudo sai sozinho, uma vez só.')).toBeVisible();
  await show(page, 'helps-empty', ['light', 'phone-dark']);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible();
  await show(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await show(page, 'profile-menu', ['light', 'phone-dark']);
  await page.getByRole('button', { name: 'Meu perfil' }).click();
  await expect(page.getByRole('textbox', { name: 'Seu nome' })).toBeFocused();
  await show(page, 'profile');
  await page.getByRole('tab', { name: 'Verificação em duas etapas' }).click();
  await page.getByLabel('Senha atual').fill('outra senha');
  await page.getByRole('button', { name: 'Ativar' }).click();
  await expect(page.getByText(/A senha atual está incorreta/)).toBeVisible();
  await page.getByLabel('Senha atual').fill(SECRET);
  await page.getByRole('button', { name: 'Ativar' }).click();
  await expect(page.getByAltText('Código QR do autenticador')).toBeVisible();
  await page.getByLabel('Código de verificação').fill('abc');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Código incorreto ou já usado/)).toBeVisible();
  await show(page, 'second-factor');
  await page.keyboard.press('Escape');
}

/** Half a day once, and today for ever. */
async function addHolidays(): Promise<void> {
  const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  const field = (name: string) => page.getByRole('textbox', { name });
  for (const [number, name, date] of [
    [1, 'Carnaval', '01/01/2030'],
    [2, 'Inventário', day],
  ] as const) {
    await page.getByRole('button', { name: 'Adicionar feriado' }).click();
    await field(`Nome do feriado ${number}`).fill(name);
    await field(`Data do feriado ${number}`).fill(date);
    await field(`Nome do feriado ${number}`).click();
  }
  await page.getByRole('checkbox', { name: 'Todo ano, feriado 1' }).uncheck();
  await page.getByRole('combobox', { name: 'Horário do feriado 1' }).click();
  await page.getByRole('option', { name: 'Outro horário' }).click();
  await expect(page.getByText(/^Agora: fechado, abre .* · Inventário$/)).toBeVisible();
}

/** Nothing leads into the server's own network, and the secret that it signs with is shown to whoever asks. */
async function integrations(): Promise<void> {
  await open('Integrações', 'Integrações (0)');
  await page.getByRole('button', { name: 'Adicionar integração' }).first().click();
  const dialog = page.getByRole('dialog');
  await show(page, 'integration-new', ['light', 'dark', 'phone']);
  await dialog.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'WebHooks' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Preencha este campo')).toHaveCount(2);
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Pedidos');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9/pedidos');
  await dialog.getByRole('button', { name: 'Testar' }).click();
  await expect(dialog.getByText('O teste não deu certo')).toBeInViewport();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('rede interna do servidor');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://pedidos.test/balcao');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Integração adicionada com sucesso!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Integrações (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Editar Pedidos' }).click();
  await dialog.getByRole('button', { name: 'Mostrar', exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: 'Segredo' })).toHaveValue(/^whsec_/);
  await dialog.getByRole('button', { name: /^Para quem programa/ }).click();
  await show(page, 'integration-webhook', ['light', 'dark', 'phone']);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Entregas de Pedidos' }).click();
  await expect(page.getByText('Nada foi entregue ainda')).toBeVisible();
  await show(page, 'deliveries-empty', ['light', 'phone-dark']);
  await page.getByRole('main').getByRole('link', { name: 'Integrações' }).click();
  await page.getByRole('button', { name: 'Mais: Excluir Pedidos' }).click();
  await page.getByRole('menuitem', { name: 'Excluir Pedidos' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Integração excluída com sucesso!')).toBeVisible();
  await expect(page.getByText('Nenhuma integração ainda')).toBeVisible();
}

/** What was typed is hidden again, and passing through the field does not clear it. */
async function saveSecretTwice(): Promise<void> {
  const token = page.getByRole('textbox', { name: 'Token do IXC' });
  for (const secret of ['primeiro', 'segundo']) {
    await token.fill(secret);
    await page.keyboard.press('Enter');
    await expect(token).toHaveValue('••••');
    await expect(token).toBeFocused();
  }
  await token.blur();
  await token.focus();
  await page.keyboard.press('Enter');
  await token.blur();
  await expect(token).toHaveValue('••••');
}

/**
 * The admin's console is the first; the agent signs in on the second, and then another person as the agent on the
 * first.
 */
async function agentSeesLess(browser: Browser): Promise<void> {
  const other = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await other.goto(await stack.startSecondConsole());
  await enter(AGENT, SECRET, other);
  await expect(other.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Tarefas' })).toBeVisible();
  await expect(other.getByText('Você ainda não está em nenhuma fila')).toBeVisible();
  await show(other, 'no-queue', ['light', 'phone']);
  for (const name of ['Usuários', 'Configurações', 'Auditoria', 'Conexões', 'Assinatura'])
    await expect(other.getByRole('link', { name })).toHaveCount(0);
  await other.evaluate(() => {
    location.hash = '#/users';
  });
  await expect(other).toHaveURL(/#\/tickets$/);

  await promote('Rita Moraes', 'Administrador');
  await expect(other.getByRole('link', { name: 'Usuários' })).toBeVisible();
  await promote('Rita Moraes', 'Supervisor');
  await expect(other.getByRole('link', { name: 'Usuários' })).toHaveCount(0);
  await expect(other.getByText('Nenhum atendimento em andamento')).toBeVisible();
  await supervising(other);
  await promote('Rita Moraes', 'Usuário');
  await expect(other.getByText('Você ainda não está em nenhuma fila')).toBeVisible();

  await signOut(page);
  await other.evaluate(() => localStorage.setItem('left', 'behind'));
  await enter(AGENT, SECRET);
  await expect(other.getByText('Sua conta foi acessada em outro computador.')).toBeVisible();
  // The page begins anew with nothing that was stored, and says still why.
  await other.waitForFunction(() => localStorage.getItem('left') === null && localStorage.getItem('volume'));
  await expect(other.getByText('Sua conta foi acessada em outro computador.')).toBeVisible();
  await show(other, 'taken-over');
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await signOut(page);
  await other.close();
}

/** How customers are served and when, and nothing else of the company. */
async function supervising(other: Page): Promise<void> {
  for (const name of ['Auditoria', 'Conexões', 'Assinatura'])
    await expect(other.getByRole('link', { name })).toHaveCount(0);
  await other.getByRole('link', { name: 'Filas e chatbot' }).click();
  await expect(other.getByRole('button', { name: 'Nova fila' }).first()).toBeVisible();
  await other.getByRole('link', { name: 'Configurações' }).click();
  await expect(other.getByRole('switch', { name: 'Avaliações' })).toBeVisible();
  await expect(other.getByRole('switch')).toHaveCount(5);
  await expect(other.getByRole('combobox')).toHaveCount(1);
  await expect(other.getByRole('textbox')).toHaveCount(0);
  await show(other, 'settings-supervisor', ['light', 'dark', 'phone']);
  await other.getByRole('switch', { name: 'Avaliações' }).click({ force: true });
  await expect(other.getByText('Operação atualizada com sucesso.')).toBeVisible();
  await other.getByRole('tab', { name: 'Horários' }).click();
  await other.getByRole('button', { name: 'Salvar' }).click();
  await expect(other.getByText('Horários atualizados com sucesso.')).toBeVisible();
  await other.getByRole('link', { name: 'Atendimentos' }).click();
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
  await open('Empresas');
  const used = page.getByRole('row', { name: /Livraria Página/ });
  await expect(used).toContainText('2 usuários · nenhuma conexão');
  await expect(page.getByRole('switch', { name: /Cadastro de novas empresas/ })).toBeChecked();
  await expect(page.getByText('Pedidos de nova senha')).toBeVisible();
  await page.getByRole('button', { name: 'Gerar link' }).click();
  const link =
    (await page
      .getByRole('alert')
      .getByText(/\/reset-password/)
      .textContent()) ?? '';
  await show(page, 'companies', ['light', 'dark', 'phone']);
  await newPassword(link);
  await page.getByRole('button', { name: 'Editar Livraria Página' }).click();
  const company = page.getByRole('dialog', { name: 'Editar empresa' });
  await expect(company).toBeVisible();
  await show(page, 'company-edit', ['light', 'dark', 'phone']);
  const due = company.getByRole('textbox', { name: 'Vencimento' });
  await due.fill('24/12/209');
  await due.press('Tab');
  await expect(due).toHaveValue('');
  await due.fill('24/12/2099');
  await company.getByRole('button', { name: 'Salvar' }).click();
  await expect(company).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Livraria Página/ })).toContainText('24/12/2099');
  await foundingWithoutPassword();
  await open('Planos');
  await expect(page.getByText('Profissional')).toBeVisible();
  await show(page, 'plans', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Editar Essencial' }).click();
  await show(page, 'plan-edit', ['light', 'dark']);
  await page.keyboard.press('Escape');
  await open('Vídeos');
  await page.getByLabel('Título').fill('Primeiros passos');
  await page.getByLabel('Código do vídeo').fill('https://youtu.be/dQw4w9WgXcQ');
  await page.getByLabel('Descrição').fill('Conecte o WhatsApp e convide a equipe.');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await expect(page.getByRole('cell', { name: 'dQw4w9WgXcQ' })).toBeVisible();
  await show(page, 'helps-admin', ['light', 'dark']);
  await open('Ajuda', 'Ajuda (1 vídeo)');
  await show(page, 'helps', ['light', 'dark', 'phone']);
  await signOut(page);
  await enter(AGENT, NEW_SECRET);
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await signOut(page);
}

async function foundingWithoutPassword(): Promise<void> {
  await page.getByRole('button', { name: 'Nova empresa' }).click();
  const company = page.getByRole('dialog', { name: 'Nova empresa' });
  await company.getByLabel('Nome', { exact: true }).fill('Quitanda');
  await company.getByLabel('E-mail').fill('dona@quitanda.test');
  await company.getByRole('combobox', { name: 'Plano' }).click();
  await page.getByRole('option', { name: 'Essencial' }).click();
  await company.getByRole('button', { name: 'Salvar' }).click();
  await expect(company.getByText(/^http\S+\/reset-password/)).toBeVisible();
  await show(page, 'company-first-link', ['light', 'phone-dark']);
  await company.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(company).toHaveCount(0);
}

/** Opens the link that the operator passed on, in a browser. */
async function newPassword(link: string): Promise<void> {
  const browser = await page.context().newPage();
  await browser.goto(link);
  await browser.getByLabel('Nova senha', { exact: true }).fill(NEW_SECRET);
  await browser.getByLabel('Repita a nova senha').fill(NEW_SECRET);
  await browser.getByRole('button', { name: 'Salvar a senha' }).click();
  await expect(browser.getByText('Pronto. Entre no Balcão com a nova senha.')).toBeVisible();
  await browser.close();
}

/** Both at once: the shop's console in one window, the operator's in the other. */
async function overdue(): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-time' });
  await sql`update companies set due_date = current_date - 3 where name = 'Livraria Página'`;
  await sql.end();
  await enter(OWNER, SECRET);
  await expect(page.getByText(/venceu em/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar agora' })).toBeVisible();
  await show(page, 'overdue');
  await page.getByRole('button', { name: 'Sair' }).click();
  await enter(OPERATOR, PASSWORD);
  await open('Configurações');
  await page.getByRole('tab', { name: 'Empresas' }).click();
  const late = page.getByRole('row', { name: /Livraria Página/ });
  await expect(late).toContainText('Vencida');
  await picture(page, 'companies-overdue');
  await late.getByRole('button', { name: '+Vencimento' }).click();
  await expect(page.getByText('Operação atualizada com sucesso.')).toBeVisible();
  await signOut(page);
  await enter(OWNER, SECRET);
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
}
