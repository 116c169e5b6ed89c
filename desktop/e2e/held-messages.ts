import { expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { show } from './pictures.ts';
import type { Stack } from './stack.ts';

/** A backup was restored; an admin decides what becomes of what was unsent then. */
export async function decideOnHeld(page: Page, stack: Stack): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-held' });
  await sql`
    with line as (select company_id, id from connections where deleted_at is null order by id limit 1),
    contact as (insert into contacts (company_id, name) select company_id, 'Retida' from line returning company_id, id),
    ticket as (
      insert into tickets (company_id, contact_id, connection_id, status)
      select k.company_id, k.id, line.id, 'closed' from contact k, line returning company_id, id, contact_id, connection_id)
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, read, body, state, ack,
      error_code, created_at)
    select company_id, gen_random_uuid(), id, contact_id, connection_id, true, true, 'Seu pedido saiu', 'failed', 0,
      'ERR_SEND_RESTORED', now() - interval '3 hours' from ticket, generate_series(1, 12)`;
  await page.reload();
  const bar = page.getByTestId('held-messages');
  await expect(bar).toContainText('12 mensagens estavam na fila quando um backup foi restaurado');
  await bar.getByRole('button', { name: 'Decidir agora' }).click();
  const held = page.getByRole('dialog', { name: 'Mensagens retidas' });
  await expect(held).toContainText('12 mensagens');
  await show(page, 'held-messages', ['light', 'dark', 'phone', 'phone-dark']);
  await held.getByRole('button', { name: 'Não enviar as mensagens de WhatsApp Principal' }).click();
  const question = page.getByRole('dialog', { name: 'WhatsApp Principal' });
  await expect(question).toContainText('12 mensagens não saem.');
  await question.getByRole('button', { name: 'Não enviar' }).click();
  await expect(page.getByText('12 mensagens não serão enviadas')).toBeVisible();
  await expect(bar).toBeHidden();
  const states =
    await sql`select error_code, count(*)::int from messages where body = 'Seu pedido saiu' group by 1`;
  expect([...states]).toEqual([{ errorCode: 'ERR_SEND_DROPPED', count: 12 }]);
  await sql.end();
}
