import { expect, type Page } from '@playwright/test';
import { answer, expectTick } from './acts.ts';
import { show } from './pictures.ts';

/** Opens the current ticket in its own window, where all of its actions work. */
export async function workBeside(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Abrir em outra janela' }).click();
  const beside = await opened;
  await expect(beside).toHaveTitle('Maria Souza · Balcão');
  await expect(beside.getByRole('region', { name: 'Atendimentos' })).toBeHidden();
  await answer(beside, 'Da outra janela');
  await expectTick(page, 'Da outra janela', 'delivered');
  await show(beside, 'ticket-window', ['light', 'phone-dark']);
  const dialog = beside.getByRole('dialog');
  await beside.getByRole('button', { name: 'Agendar a mensagem' }).click();
  await expect(dialog).toContainText('Agendar mensagem');
  await beside.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const panel = { name: 'Dados do contato' };
  await beside.getByRole('button', { name: 'Mostrar os dados do contato' }).click();
  await beside.getByRole('complementary', panel).getByRole('button', { name: 'Novo atendimento' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Contato' })).toHaveValue(/^Maria Souza/);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);
  await show(beside, 'ticket-window-panel', ['light', 'phone-dark']);
  await expect(page.getByRole('complementary', panel)).toHaveCount(0);
  await beside.getByRole('complementary', panel).getByRole('button', { name: 'Esconder' }).click();

  // Finished by mistake: the window waits as long as that can be taken back.
  await beside.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await expect(beside.getByText('Este atendimento saiu desta janela')).toBeVisible();
  await beside.getByRole('button', { name: 'Desfazer' }).click();
  await expect(beside.getByRole('textbox', { name: 'Mensagem' })).toBeVisible();
  await beside.close();
}
