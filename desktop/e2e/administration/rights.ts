import { type Browser, expect, type Page } from '@playwright/test';
import { goTo, signOut } from '../acts.ts';
import { show } from '../pictures.ts';
import type { Stack } from '../stack.ts';
import { AGENT, enter, open, SECRET } from './people.ts';

/**
 * The admin's console is the first; the agent signs in on the second, and then another person as the agent on the
 * first.
 */
export async function agentSeesLess(page: Page, stack: Stack, browser: Browser): Promise<void> {
  const other = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await other.goto(await stack.startSecondConsole());
  await enter(other, AGENT, SECRET);
  await expect(other.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Tarefas' })).toBeVisible();
  await expect(other.getByText('Você ainda não está em nenhuma fila')).toBeVisible();
  await show(other, 'no-queue', ['light', 'phone']);
  // A list that is seen at once: seven pages and what one sets up for oneself.
  expect(await other.getByRole('navigation').getByRole('link').count()).toBeLessThanOrEqual(8);
  await other.evaluate(() => {
    location.hash = '#/users';
  });
  await expect(other).toHaveURL(/#\/tickets$/);
  await goTo(other, 'Respostas rápidas');
  const setUp = other.getByRole('navigation', { name: 'Configurações' });
  for (const name of ['Usuários', 'Opções', 'Auditoria', 'Conexões', 'Assinatura'])
    await expect(setUp.getByRole('link', { name })).toHaveCount(0);

  await promote(page, 'Rita Moraes', 'Administrador');
  await expect(setUp.getByRole('link', { name: 'Usuários' })).toBeVisible();
  await promote(page, 'Rita Moraes', 'Supervisor');
  await expect(setUp.getByRole('link', { name: 'Usuários' })).toHaveCount(0);
  await goTo(other, 'Atendimentos');
  await expect(other.getByText('Nenhum atendimento em andamento')).toBeVisible();
  await supervising(other);
  await promote(page, 'Rita Moraes', 'Usuário');
  await expect(other.getByText('Você ainda não está em nenhuma fila')).toBeVisible();

  await showOut(page, other, 'Rita Moraes');

  await signOut(page);
  await other.evaluate(() => localStorage.setItem('left', 'behind'));
  await enter(page, AGENT, SECRET);
  await expect(other.getByText('Sua conta foi acessada em outro computador.')).toBeVisible();
  // The page begins anew with nothing that was stored, and says still why.
  await other.waitForFunction(() => localStorage.getItem('left') === null && localStorage.getItem('volume'));
  await expect(other.getByText('Sua conta foi acessada em outro computador.')).toBeVisible();
  await show(other, 'taken-over');
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await signOut(page);
  await other.close();
}

/** The admin ends the agent's session, and the agent's console says so. The account stays. */
async function showOut(page: Page, other: Page, name: string): Promise<void> {
  await open(page, 'Usuários');
  await page.getByRole('button', { name: `Acessos de ${name}` }).click();
  const sessions = page.getByRole('dialog', { name: `Acessos de ${name}` });
  await expect(sessions.getByText('Em uso')).toBeVisible();
  await show(page, 'user-sessions', ['light', 'dark', 'phone']);
  await sessions.getByRole('button', { name: 'Encerrar' }).click();
  const question = page.getByRole('dialog', { name: `Encerrar o acesso de ${name}?` });
  await question.getByRole('button', { name: 'Encerrar' }).click();
  await expect(
    other.getByText('Um administrador da sua empresa encerrou a sua sessão. Entre de novo.'),
  ).toBeVisible();
  await expect(sessions.getByText('Encerrado por um administrador')).toBeVisible();
  await sessions.getByRole('button', { name: 'Fechar' }).click();
  await enter(other, AGENT, SECRET);
  await expect(other.getByText('Você ainda não está em nenhuma fila')).toBeVisible();
}

/** How customers are served and when, and nothing else of the company. */
async function supervising(other: Page): Promise<void> {
  await goTo(other, 'Filas e chatbot');
  for (const name of ['Auditoria', 'Conexões', 'Assinatura'])
    await expect(other.getByRole('link', { name })).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Nova fila' }).first()).toBeVisible();
  await goTo(other, 'Configurações');
  await expect(other.getByRole('switch', { name: 'Avaliações' })).toBeVisible();
  await expect(other.getByRole('switch')).toHaveCount(6);
  await expect(other.getByRole('combobox')).toHaveCount(2);
  await expect(other.getByRole('textbox')).toHaveCount(0);
  await show(other, 'settings-supervisor', ['light', 'dark', 'phone']);
  await other.getByRole('switch', { name: 'Avaliações' }).press(' ');
  await expect(other.getByText('Operação atualizada com sucesso.')).toBeVisible();
  await other.getByRole('tab', { name: 'Horários' }).click();
  await other.getByRole('button', { name: 'Salvar' }).click();
  await expect(other.getByText('Horários atualizados com sucesso.')).toBeVisible();
  await goTo(other, 'Atendimentos');
}

/** Rights change in front of the person's eyes, without signing out. */
async function promote(page: Page, name: string, profile: string): Promise<void> {
  await open(page, 'Usuários');
  await page.getByRole('button', { name: `Editar ${name}` }).click();
  await page.getByRole('combobox', { name: 'Perfil' }).click();
  await page.getByRole('option', { name: profile, exact: true }).click();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
