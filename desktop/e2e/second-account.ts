import { expect, type Page } from '@playwright/test';
import { signIn } from './acts.ts';
import { picture, show } from './pictures.ts';
import type { Stack } from './stack.ts';

/** A second account beside the first, each in a page of its own, and how it goes again. */
export async function addAndRemoveAccount(page: Page, stack: Stack): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Contas' });
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByRole('button', { name: 'Contas' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Adicionar conta' }).click();
  const other = await opened;
  await other.getByLabel('Endereço do servidor').fill(stack.serverUrl);
  await other.getByRole('button', { name: 'Verificar e continuar' }).click();
  await expect(other.getByRole('button', { name: 'Outras contas deste computador' })).toBeVisible();
  await show(other, 'sign-in-with-accounts', ['phone-dark']);
  await signIn(other, 'admin@demo.balcao.test');
  await other.getByRole('dialog', { name: 'Tudo pronto' }).getByRole('button', { name: 'Começar' }).click();
  const added = dialog.getByRole('listitem').nth(1);
  await expect(added).toContainText('Admin');
  await show(page, 'accounts', ['light', 'phone-dark']);
  await added.getByRole('button', { name: /^Remover/ }).click();
  await expect(page.getByRole('dialog', { name: /^Remover Admin/ })).toContainText('No servidor nada muda');
  await picture(page, 'account-remove');
  await page.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await other.close();
}
