import { expect, type Page } from '@playwright/test';
import { openPool } from '../../../server/src/platform/db/client.ts';
import { PASSWORD, signIn, signOut } from '../acts.ts';
import { picture, show } from '../pictures.ts';
import type { Stack } from '../stack.ts';
import { health } from './health.ts';
import { AGENT, enter, NEW_SECRET, OPERATOR, OWNER, open, SECRET } from './people.ts';

export async function forgottenPassword(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Esqueci a senha' }).click();
  await page.getByLabel('E-mail').fill(AGENT);
  await show(page, 'forgot');
  await page.getByRole('button', { name: 'Pedir o link' }).click();
  await expect(page.getByText(/Se esta conta existe/)).toBeVisible();
  await page.getByRole('link', { name: 'Voltar para a entrada' }).click();
}

export async function operatorPages(page: Page, stack: Stack): Promise<void> {
  await signIn(page, OPERATOR);
  await health(page, stack);
  await open(page, 'Empresas');
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
  await newPassword(page, link);
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
  await foundingWithoutPassword(page);
  await open(page, 'Planos');
  await expect(page.getByText('Profissional')).toBeVisible();
  await show(page, 'plans', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Editar Essencial' }).click();
  await show(page, 'plan-edit', ['light', 'dark']);
  await page.keyboard.press('Escape');
  await open(page, 'Vídeos');
  await page.getByLabel('Título').fill('Primeiros passos');
  await page.getByLabel('Código do vídeo').fill('https://youtu.be/dQw4w9WgXcQ');
  await page.getByLabel('Descrição').fill('Conecte o WhatsApp e convide a equipe.');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await expect(page.getByRole('cell', { name: 'dQw4w9WgXcQ' })).toBeVisible();
  await show(page, 'helps-admin', ['light', 'dark']);
  await open(page, 'Ajuda', 'Ajuda (1 vídeo)');
  await show(page, 'helps', ['light', 'dark', 'phone']);
  await signOut(page);
  await enter(page, AGENT, NEW_SECRET);
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await signOut(page);
}

async function foundingWithoutPassword(page: Page): Promise<void> {
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
async function newPassword(page: Page, link: string): Promise<void> {
  const browser = await page.context().newPage();
  await browser.goto(link);
  await browser.getByLabel('Nova senha', { exact: true }).fill(NEW_SECRET);
  await browser.getByLabel('Repita a nova senha').fill(NEW_SECRET);
  await browser.getByRole('button', { name: 'Salvar a senha' }).click();
  await expect(browser.getByText('Pronto. Entre no Balcão com a nova senha.')).toBeVisible();
  await browser.close();
}

/** Both at once: the shop's console in one window, the operator's in the other. */
export async function overdue(page: Page, stack: Stack): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-time' });
  await sql`update companies set due_date = current_date - 3 where name = 'Livraria Página'`;
  await sql.end();
  await enter(page, OWNER, SECRET);
  await expect(page.getByText(/venceu em/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar agora' })).toBeVisible();
  await show(page, 'overdue');
  await page.getByRole('button', { name: 'Sair' }).click();
  await enter(page, OPERATOR, PASSWORD);
  await open(page, 'Configurações');
  await page.getByRole('tab', { name: 'Empresas' }).click();
  const late = page.getByRole('row', { name: /Livraria Página/ });
  await expect(late).toContainText('Vencida');
  await picture(page, 'companies-overdue');
  await late.getByRole('button', { name: '+Vencimento' }).click();
  await expect(page.getByText('Operação atualizada com sucesso.')).toBeVisible();
  await signOut(page);
  await enter(page, OWNER, SECRET);
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
}
