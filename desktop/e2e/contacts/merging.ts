import { expect, type Page } from '@playwright/test';
import { mergeContacts } from '../../../server/src/modules/contacts/merge.service.ts';
import type { Sql } from '../../../server/src/platform/db/client.ts';
import { show } from '../pictures.ts';
import type { Screen } from './screen.ts';

export async function merging(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mesclar contatos duplicados' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mesclar contatos' });
  await dialog.getByRole('searchbox').fill('5555');
  await dialog.getByRole('button', { name: /Maria S\./ }).click();
  await expect(dialog.getByRole('region', { name: 'Este fica' })).toContainText('2 atendimentos');
  await expect(dialog.getByRole('region', { name: 'Este é incorporado' })).toContainText('1 atendimento');
  await show(page, 'contact-merge', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Mesclar', exact: true }).click();
  await expect(dialog).toBeHidden();
  const beside = page.getByRole('complementary', { name: 'Dados do contato' });
  await expect(beside.getByRole('link')).toHaveCount(2);
}

/** A colleague merges the two while an agent is typing in the conversation that disappears. */
export async function mergedMeanwhile({ page, sql }: Screen): Promise<void> {
  const [stays, goes] = await Promise.all(
    ['Rute Lima', 'Rute L.'].map((name) => beginConversation(sql, name)),
  );
  await page.evaluate((uuid) => {
    window.location.hash = `#/tickets/${uuid}`;
  }, goes?.uuid);
  const conversation = (name: string) => page.getByRole('region', { name: `Conversa com ${name}` });
  const field = (name: string) => conversation(name).getByRole('textbox', { name: 'Mensagem' });
  await field('Rute L.').fill('Já separei o seu pedido');
  await sql.begin((tx) =>
    mergeContacts(tx, Number(stays?.companyId), Number(stays?.contactId), Number(goes?.contactId)),
  );
  await expect(field('Rute Lima')).toHaveValue('Já separei o seu pedido');
  expect(page.url()).toContain(stays?.uuid);
}

async function beginConversation(sql: Sql, name: string) {
  const [begun] = await sql<{ companyId: number; contactId: number; uuid: string }[]>`
    with contact as (insert into contacts (company_id, name)
      select company_id, ${name} from tickets where status = 'open' limit 1 returning company_id, id)
    insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message)
    select company_id, contact.id, w.id, q.id, u.id, 'open', 'Olá!'
    from contact join connections w using (company_id) join queues q using (company_id) join users u using (company_id)
    where u.profile = 'admin' limit 1
    returning company_id, contact_id, uuid`;
  return begun;
}
