import { expect, type Locator, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { paint } from './files-by-hand.ts';
import { show } from './pictures.ts';
import type { Stack } from './stack.ts';
import { looseFiles } from './stored.ts';

/** The actions of agents on scheduled messages. */

/** Schedules a message; on a past day it is sent as soon as the server has it. @param count how many wait then */
export async function schedule(page: Page, text: string, { day = '', count = 1 } = {}): Promise<void> {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(text);
  await page.getByRole('button', { name: 'Agendar a mensagem' }).click();
  const dialog = page.getByRole('dialog');
  if (day) await dialog.getByRole('textbox', { name: 'Dia' }).fill(day);
  else await dialog.getByRole('button', { name: 'Amanhã, 09:00' }).click();
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByTestId('schedule-strip')).toContainText(new RegExp(`^${count} mensage`));
}

/**
 * Offline: changes one, cancels one, and changes one that the server will no longer have. @returns the day of that one
 */
export async function changeSchedules(page: Page, stack: Stack): Promise<string> {
  const strip = page.getByTestId('schedule-strip');
  const dialog = page.getByRole('dialog');
  const body = dialog.getByRole('textbox', { name: 'Mensagem' });
  const act = (text: string, action: RegExp) =>
    strip.getByRole('listitem').filter({ hasText: text }).getByRole('button', { name: action }).click();
  await strip.getByRole('button', { name: 'Ver as mensagens agendadas' }).click();
  await act('Fica até amanhã', /^Editar/);
  await body.fill('Fica até o Natal');
  // Half a day is none.
  const written = dialog.getByRole('textbox', { name: 'Dia' });
  await written.fill('24/12/209');
  await written.press('Enter');
  await expect(dialog.getByText('Obrigatório')).toBeVisible();
  await written.fill('24/12/2099');
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(strip).toContainText(/24\/12\/2099 09:00\s*Fica até o Natal/);
  await expect(dialog).toHaveCount(0);
  await act('Não fica', /^Cancelar/);
  await dialog.getByRole('button', { name: /^Cancelar/ }).click();
  await expect(strip).not.toContainText('Não fica');
  await expect(dialog).toHaveCount(0);
  const buffer = Buffer.from(await paint(page, 'gold'), 'base64');
  const attach = async (name: string) => {
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
    await expect(dialog.getByText(name)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Salvar', exact: true })).toBeEnabled();
  };
  await act('Some enquanto isso', /^Editar/);
  await attach('pascoa.png');
  await attach('reis.png');
  await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await act('Some enquanto isso', /^Editar/);
  await body.fill('Com tudo o que foi escrito');
  await dialog.getByRole('button', { name: 'Em 1 hora' }).click();
  await attach('natal.png');
  const day = await dialog.getByRole('textbox', { name: 'Dia' }).inputValue();
  await dialog.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(strip).toContainText('Com tudo o que foi escrito');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => looseFiles(stack)).toEqual([]);
  await show(page, 'schedule-strip-offline', ['light', 'phone-dark']);
  return day;
}

/** A scheduled message that was refused opens in its dialog, with all that was written. */
export async function writeAnew(page: Page, entry: Locator, day: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Agendar mensagem' });
  await entry.getByRole('button', { name: /^Editar/ }).click();
  await expect(dialog.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('Com tudo o que foi escrito');
  await expect(dialog.getByRole('combobox', { name: 'Contato' })).toHaveValue(/^João Pereira/);
  await expect(dialog.getByRole('textbox', { name: 'Dia' })).toHaveValue(day);
  await expect(dialog.getByText('natal.png')).toBeVisible();
  await show(page, 'schedule-again', ['light', 'phone-dark']);
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Com tudo o que foi escrito, e mais');
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
  await expect(entry).toHaveCount(0);
}

/** The messages that the server is still going to send to a customer. */
export async function planned(stack: Stack, number: string): Promise<string[]> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-planned' });
  const rows = await sql<{ body: string }[]>`
    select s.body from schedules s join contacts c on c.company_id = s.company_id and c.id = s.contact_id
    where c.number = ${number} and s.sent_at is null order by s.body`;
  await sql.end();
  return rows.map(({ body }) => body);
}

export async function deletePlan(stack: Stack, body: string): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-unplanned' });
  await sql`delete from schedules where body = ${body}`;
  await sql.end();
}

/** More of them for a customer than one page shows. @returns the contact's id */
export async function planMany(stack: Stack, number: string): Promise<string> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-plans' });
  const [made] = await sql<{ contactId: string }[]>`
    with made as (
      insert into schedules (company_id, id, contact_id, user_id, body, send_at, due_at)
      select c.company_id, gen_random_uuid(), c.id, u.id, 'Plano ' || lpad(n::text, 2, '0'), at, at
      from contacts c join users u using (company_id), generate_series(1, 45) n,
        lateral (select timestamptz '2099-01-01' + n * interval '1 day') times (at)
      where c.number = ${number} and u.name = 'Ana' returning contact_id)
    select contact_id from made limit 1`;
  await sql.end();
  return String(made?.contactId);
}
