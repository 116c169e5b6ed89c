import { expect, type Page } from '@playwright/test';
import { show } from '../pictures.ts';
import { open } from './people.ts';

/** Nothing leads into the server's own network, and the secret that it signs with is shown to whoever asks. */
export async function integrations(page: Page): Promise<void> {
  await open(page, 'Integrações', 'Integrações (0)');
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
