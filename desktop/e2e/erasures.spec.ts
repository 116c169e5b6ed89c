import { expect, type Page } from '@playwright/test';
import { openPool, type Sql } from '../../server/src/platform/db/client.ts';
import { EXPECTED_FAILURES, signIn, signOut } from './acts.ts';
import { open } from './administration/people.ts';
import { picture, show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** Somebody wants to be forgotten: what there is, a second person who agrees, and the certificate. */

const HELENA = 'Helena Prado';

let stack: Stack;
let sql: Sql;

test.beforeAll(async () => {
  stack = await startStack();
  sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-erasures' });
  await sql`update users set profile = 'admin' where email = 'ana@demo.balcao.test'`;
  await sql`
    insert into settings (company_id, key, value) select id, 'erasureApproval', 'enabled' from companies
    on conflict (company_id, key) do update set value = excluded.value`;
  await sql`
    with person as (
      insert into contacts (company_id, name, number)
      select company_id, ${HELENA}, '5511933330007' from connections limit 1 returning company_id, id)
    insert into tickets (company_id, contact_id, connection_id, status, closed_at)
    select p.company_id, p.id, w.id, 'closed', now() from person p join connections w using (company_id) limit 1`;
  await write('Quero sair.');
});
test.afterAll(async () => {
  await sql?.end();
  await stack?.end();
});

/** She has said that too. */
const write = (body: string) => sql`
  insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, read, created_at)
  select t.company_id, gen_random_uuid(), t.id, t.contact_id, t.connection_id, false, ${body}, 'received', true, now()
  from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id where c.name = ${HELENA}`;

async function openFile(page: Page): Promise<void> {
  await open(page, 'Titular de dados');
  await page.getByRole('searchbox', { name: 'Nome, número, e-mail, CPF' }).fill('helena');
  await page.getByRole('link', { name: `Abrir a ficha de ${HELENA}` }).click();
  await expect(page.getByRole('region', { name: 'Apagar tudo' })).toBeVisible();
}

test('somebody is forgotten: with what goes, a second person who agrees, and a certificate', async ({
  page,
}) => {
  const expectNoTrouble = await watchForTrouble(page, [...EXPECTED_FAILURES, /status of 4\d\d/]);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await openFile(page);
  await show(page, 'erasure-preview', ['light', 'dark', 'phone']);
  const section = page.getByRole('region', { name: 'Apagar tudo' });
  await section.getByRole('button', { name: 'Apagar tudo' }).click();
  await picture(page, 'erasure-question');
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar tudo' }).click();
  await expect(section.getByText('espera outra pessoa')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Aprovar' })).toHaveCount(0);
  await picture(page, 'erasure-asked');
  await signOut(page);

  await signIn(page, 'ana@demo.balcao.test');
  await openFile(page);
  await write('E mais uma coisa.');
  await section.getByRole('button', { name: 'Aprovar' }).click();
  await expect(section.getByRole('alert')).toContainText('Mensagens: 1 → 2');
  await show(page, 'erasure-outdated', ['light', 'dark', 'phone']);
  await section.getByRole('button', { name: 'Aprovar' }).click();
  await expect(section.getByText('marcado', { exact: true })).toBeVisible();

  // A day later; a server that begins looks at once.
  await sql`update erasures set due_at = now()`;
  await stack.killServer();
  await stack.startServer();
  await expect
    .poll(async () => [...(await sql`select state from erasures order by id desc limit 1`)])
    .toEqual([{ state: 'done' }]);
  await page.getByRole('link', { name: 'Busca', exact: true }).click();
  const certificates = page.getByRole('region', { name: 'Apagamentos' });
  await expect(certificates.getByText(/^Certificado nº/).first()).toBeVisible();
  const went = certificates.getByText('Mensagens: 2').filter({ visible: true });
  await expect(went.first()).toBeVisible();
  await show(page, 'erasure-certificate', ['light', 'dark', 'phone']);
  await expect(page.getByText(HELENA)).toHaveCount(0);
  expectNoTrouble();
});
