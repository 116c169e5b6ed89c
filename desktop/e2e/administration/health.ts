import { expect, type Page } from '@playwright/test';
import { openPool } from '../../../server/src/platform/db/client.ts';
import { show } from '../pictures.ts';
import type { Stack } from '../stack.ts';
import { open } from './people.ts';

/** A machine holds a number that is down, a message waits to be stored, and work by the clock fails. */
export async function health(page: Page, stack: Stack): Promise<void> {
  await open(page, 'Saúde');
  // What is loading still has one of its own.
  const status = page.getByRole('main').getByRole('status').filter({ hasText: /\S/ });
  await expect(status).toContainText('coisas precisam de atenção');
  await expect(page.getByRole('region', { name: 'Máquinas' })).toContainText('Consoles e API');
  await expect(page.getByRole('region', { name: 'Consoles', exact: true })).toContainText(
    'Nenhuma versão publicada',
  );

  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-health' });
  const [shop] = await sql<{ id: number }[]>`select id from companies where name = 'Livraria Página'`;
  const companyId = shop?.id ?? 0;
  await sql`
    insert into processes (id, kind, machine, version, capacity, expires_at, consoles, memory, disk, disk_free)
    values ('srv-2/1', 'sessions', 'srv-2', '0.0.9', 50, 'infinity', 0, 260000000, 500000000000, 3000000000)`;
  const [line] = await sql<{ id: number }[]>`
    insert into connections (company_id, name, desired, status, reason, created_at)
    values (${companyId}, 'Balcão da frente', 'running', 'OPENING', 'network', now() - interval '2 hours') returning id`;
  const connectionId = line?.id ?? 0;
  await sql`insert into connection_leases (company_id, connection_id, owner) values (${companyId}, ${connectionId}, 'srv-2/1')`;
  await sql`
    insert into inbound_journal (company_id, connection_id, chat, wa_id, stanza, received_at)
    values (${companyId}, ${connectionId}, 'chat', 'A', 'sealed', now() - interval '6 minutes')`;
  await sql`
    insert into job_setbacks (job, company_id, item, tries, reason, retry_at)
    values ('mail reminders', ${companyId}, '7', 9, 'connect ECONNREFUSED', now() + interval '1 hour')`;
  await sql`insert into jobs (name, started_at, duration_ms, outcome, reason)
    values ('mail reminders', now(), 12, 'setBack', 'connect ECONNREFUSED')
    on conflict (name) do update set outcome = 'setBack', reason = excluded.reason`;

  await page.reload();
  await expect(status).toContainText('3 problemas para resolver agora.');
  await expect(page.getByText('1 chegou há 6 minutos e ainda não foi guardada.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sem conexão' })).toContainText('Balcão da frente');
  await expect(page.getByText('O disco de srv-2 está quase cheio: 2,8 GB livres.')).toBeVisible();
  await show(page, 'health', ['light', 'dark', 'phone', 'phone-dark']);
  await page.getByRole('button', { name: 'Ver os números de srv-2' }).click();
  const held = page.getByRole('dialog', { name: 'Números em srv-2' });
  await expect(held).toContainText('Livraria Página');
  await show(page, 'health-held', ['light', 'phone-dark']);
  await held.getByRole('button', { name: 'Fechar' }).click();

  await sql`delete from connections where company_id = ${companyId} and id = ${connectionId}`;
  await sql`delete from processes where id = 'srv-2/1'`;
  await sql`delete from job_setbacks where job = 'mail reminders'`;
  await sql.end();
}
