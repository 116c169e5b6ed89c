import { expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { goTo } from './acts.ts';
import { picture, show } from './pictures.ts';
import type { Stack } from './stack.ts';

/** A second account beside the first, each in its own page, and its removal. */
export async function addAndRemoveAccount(page: Page, stack: Stack): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Contas' });
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByRole('button', { name: 'Contas' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Adicionar conta' }).click();
  const other = await opened;
  // The server that this computer knows is one click away.
  const known = other.getByRole('group', { name: 'Servidores deste computador' }).getByRole('button');
  await expect(known).toHaveCount(1);
  await show(other, 'server-known', ['light', 'phone-dark']);
  await known.click();
  await expect(other.getByRole('button', { name: 'Outras contas deste computador' })).toBeVisible();
  await show(other, 'sign-in-with-accounts', ['phone-dark']);
  await followSetUp(other, stack);
  await page.bringToFront();
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

/** An admin reads what the company lacks, sees to it, and finds it done. */
async function followSetUp(page: Page, stack: Stack): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-set-up' });
  const [membership] = await sql<{ companyId: number; userId: number; queueId: number }[]>`
    delete from user_queues using users u where u.id = user_id and u.name = 'Bruno'
    returning user_queues.company_id, user_id, queue_id`;
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  const steps = page.getByRole('dialog', { name: 'Primeiros passos' });
  await expect(steps.getByRole('img', { name: 'Feito' })).toHaveCount(3);
  const missing = steps.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Falta fazer' }) });
  await show(page, 'set-up-steps', ['light', 'phone-dark']);
  await missing.getByRole('link', { name: 'Dar filas a cada atendente' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
  await expect(steps).toBeHidden();
  await sql`insert into user_queues ${sql(membership ?? {})}`;
  await sql.end();
  await goTo(page, 'Atendimentos');
  await expect(steps).toBeVisible();
  // What nobody in this shop has done yet.
  await expect(missing.getByRole('link')).toHaveText(['Escrever a saudação', 'Responder o primeiro cliente']);
  await steps.getByRole('button', { name: 'Começar' }).click();
  const tour = page.getByRole('dialog', { name: 'Passeio rápido' });
  await expect(tour).toBeFocused();
  await page.keyboard.press('Escape');
}
