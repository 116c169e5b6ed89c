import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { mergeContacts } from '../../server/src/modules/contacts/merge.service.ts';
import { openPool, type Sql } from '../../server/src/platform/db/client.ts';
import { askToRemove, EXPECTED_FAILURES, PASSWORD, signIn } from './acts.ts';
import { picture, show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** Contacts: the page of an admin, and the panel beside a conversation. */

const HOSTILE = '<img src=x onerror="document.title=1">\u202Egnp.exe';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR42mP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC';

test.setTimeout(180_000);
test.use({ actionTimeout: 15_000 });

let stack: Stack;
let sql: Sql;
let page: Page;

test.beforeAll(async () => {
  stack = await startStack();
  sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-contacts' });
  await addPeople();
});
test.afterAll(async () => {
  await sql?.end();
  await stack?.end();
});

test('contacts are found, written, merged and blocked', async ({ page: itsPage }) => {
  page = itsPage;
  const expectNoTrouble = await watchForTrouble(page, [...EXPECTED_FAILURES, /status of 4\d\d/]);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('the page', contactsPage);
  await test.step('a colleague writes meanwhile', writingAtOnce);
  await test.step('a name of any length', anyName);
  await test.step('a new contact', newContact);
  await test.step('the panel', panel);
  await test.step('merging', merging);
  await test.step('merged meanwhile', mergedMeanwhile);
  await test.step('in English', inEnglish);
  expectNoTrouble();
});

/** Two people and a group with tickets, files and a past. */
async function addPeople(): Promise<void> {
  const [shop] = await sql<{ companyId: number; connectionId: number; queueId: number; userId: number }[]>`
    select c.id as company_id, w.id as connection_id, q.id as queue_id, u.id as user_id
    from companies c, connections w, queues q, users u
    where w.company_id = c.id and q.company_id = c.id and u.company_id = c.id and u.profile = 'admin' limit 1`;
  if (!shop) throw new Error('no demo shop');
  const { companyId, connectionId, queueId, userId } = shop;
  await sql`insert into tags (company_id, name, color) values (${companyId}, 'VIP', '#2f9e44'), (${companyId}, 'Entrega', '#1971c2')`;
  await sql`insert into contacts (company_id, name, number, email)
    select ${companyId}, 'Cliente ' || lpad(n::text, 3, '0'), '55219' || (80000000 + n), 'cliente' || n || '@x.test'
    from generate_series(1, 60) n`;
  const people = [
    { name: 'Maria Souza', number: '5511988880002', status: 'open' },
    { name: 'Maria S.', number: '5511955550009', status: 'closed' },
    { name: HOSTILE, number: '5511944440008', status: 'closed' },
  ];
  for (const { name, number, status } of people) {
    const [contact] = await sql<{ id: number }[]>`
      insert into contacts (company_id, name, number) values (${companyId}, ${name}, ${number}) returning id`;
    const contactId = contact?.id ?? 0;
    await sql`insert into contact_identities (company_id, kind, value, contact_id)
      values (${companyId}, 'phone', ${number}, ${contactId})`;
    const [ticket] = await sql<{ id: number }[]>`
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message)
      values (${companyId}, ${contactId}, ${connectionId}, ${queueId}, ${userId}, ${status}, 'Olá!') returning id`;
    await sql`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      values (${companyId}, gen_random_uuid(), ${ticket?.id ?? 0}, ${contactId}, ${connectionId}, false, 'Olá!', 'received', now())`;
    if (name !== 'Maria Souza') continue;
    await sql`
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message, closed_at)
      values (${companyId}, ${contactId}, ${connectionId}, ${queueId}, ${userId}, 'closed', 'Obrigada', now())`;
    for (const type of ['image', 'image', 'image', 'video']) {
      const mediaId = randomUUID();
      await upload(mediaId);
      await sql`
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, media_id,
          state, created_at)
        values (${companyId}, gen_random_uuid(), ${ticket?.id ?? 0}, ${contactId}, ${connectionId}, false, '', ${type},
          ${mediaId}, 'received', now())`;
    }
    // She has written in a group too.
    const [group] = await sql<{ id: number }[]>`insert into contacts (company_id, name, is_group)
      values (${companyId}, 'Família Unida', true) returning id`;
    const [talk] = await sql<{ id: number }[]>`
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, is_group, last_message)
      values (${companyId}, ${group?.id ?? 0}, ${connectionId}, ${queueId}, ${userId}, 'closed', true, 'Oi, gente')
      returning id`;
    await sql`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, participant, state,
        created_at)
      values (${companyId}, gen_random_uuid(), ${talk?.id ?? 0}, ${group?.id ?? 0}, ${connectionId}, false, 'Oi, gente',
        ${`${number}@s.whatsapp.net`}, 'received', now())`;
  }
}

let token = '';
async function upload(mediaId: string): Promise<void> {
  const call = (path: string, init: RequestInit) => fetch(stack.serverUrl + path, init);
  if (!token) {
    const body = JSON.stringify({ email: 'admin@demo.balcao.test', password: PASSWORD });
    const login = await call('/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    token = ((await login.json()) as { token: string }).token;
  }
  await call(`/media/${mediaId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'x-file-name': 'foto.png', 'content-type': 'image/png' },
    body: Buffer.from(PNG, 'base64'),
  });
}

const search = () => page.getByRole('searchbox', { name: 'Buscar contatos' });
const rows = () =>
  page.getByRole('table').getByRole('row').getByRole('button').and(page.locator(':has(bdi)'));

async function contactsPage(): Promise<void> {
  await page.getByRole('link', { name: 'Contatos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();
  await expect(rows().first()).toBeVisible();
  await show(page, 'contacts', ['light', 'dark', 'phone']);
  // The next page comes by itself.
  await rows().last().scrollIntoViewIfNeeded();
  await expect(rows()).toHaveCount(64);
  await search().fill('ma');
  await expect(page.getByRole('status').filter({ hasText: 'Digite ao menos 3' })).toBeVisible();
  await expect(rows()).toHaveCount(64);
  await search().fill('souza');
  await expect(rows()).toHaveCount(1);
  await search().fill('nada disso');
  await expect(page.getByText('Nada encontrado')).toBeVisible();
  await search().fill('img src');
  await expect(page.getByRole('row').filter({ hasText: '<img src=x' })).toBeVisible();
  await search().fill('');
}

/** A form that is opened again begins with what is there now, and undoes nothing of it. */
async function writingAtOnce(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Editar contato' });
  const notes = dialog.getByRole('textbox', { name: 'Anotações' });
  await search().fill('souza');
  for (const written of ['', 'Liga só à tarde.']) {
    await sql`update contacts set notes = ${written} where name = 'Maria Souza'`;
    await page.getByRole('button', { name: 'Editar Maria Souza' }).click();
    await expect(notes).toHaveValue(written);
    await dialog.getByLabel('E-mail').fill('maria@x.test');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog).toHaveCount(0);
  }
  expect(await sql`select email, notes from contacts where name = 'Maria Souza'`).toEqual([
    { email: 'maria@x.test', notes: 'Liga só à tarde.' },
  ]);
  await search().fill('');
}

/** WhatsApp's name is taken unchanged; only a typed name has a rule. */
async function anyName(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Editar contato' });
  const called = (name: string) => sql`update contacts set name = ${name} where number = '5521980000060'`;
  await search().fill('80000060');
  for (const name of ['Z', 'Comercial e Distribuidora de Alimentos São João da Boa Vista']) {
    await called(name);
    await page.getByRole('button', { name: `Editar ${name}`, exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Anotações' }).fill(`Sobre ${name.length}`);
    await dialog.getByRole('textbox', { name: 'Nome' }).first().fill('Y');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Nome' }).first()).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await dialog.getByRole('textbox', { name: 'Nome' }).first().fill(name);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await sql`select name, notes from contacts where number = '5521980000060'`).toEqual([
      { name, notes: `Sobre ${name.length}` },
    ]);
  }
  await called('Cliente 060');
  await search().fill('');
}

async function newContact(): Promise<void> {
  await page.getByRole('button', { name: 'Novo contato' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Novo contato' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Preencha este campo').first()).toBeVisible();
  await dialog.getByLabel('Nome').fill('Álvaro Dias');
  await dialog.getByLabel('Número').fill('+55 11 8888-0002');
  await dialog.getByRole('button', { name: 'Adicionar informação' }).click();
  await dialog.getByRole('textbox', { name: 'Campo' }).fill('CPF');
  // Half a pair is not dropped: the form demands the other half.
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Valor' })).toHaveAccessibleDescription(
    'Preencha este campo',
  );
  await dialog.getByRole('textbox', { name: 'Valor' }).fill('123.456.789-00');
  await show(page, 'contact-dialog', ['light', 'dark', 'phone']);
  // Maria's number, spelt without the ninth digit.
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Já existe um contato');
  await dialog.getByLabel('Número').fill('55 (11) 97777-1234');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  await search().fill('alvaro');
  await expect(page.getByRole('row').filter({ hasText: '+55 11 97777-1234' })).toBeVisible();
  await page.getByRole('button', { name: 'Novo atendimento com Álvaro Dias' }).click();
  const begin = page.getByRole('dialog', { name: 'Novo atendimento' });
  await expect(begin.getByRole('combobox', { name: 'Contato' })).toHaveValue(/Álvaro Dias/);
  await begin.getByRole('combobox', { name: 'Conexão' }).click();
  await page.getByRole('option').first().click();
  await show(page, 'new-ticket', ['light', 'dark', 'phone']);
  await begin.getByRole('button', { name: 'Iniciar conversa' }).click();
  await expect(page.getByTestId('conversation').getByRole('heading', { name: 'Álvaro Dias' })).toBeVisible();
  await page.getByRole('link', { name: 'Contatos' }).click();
  await search().fill('alvaro');
  await askToRemove(page, 'Álvaro Dias');
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nada encontrado')).toBeVisible();
  await search().fill('souza');
  await rows().first().click();
}

async function panel(): Promise<void> {
  await expect(page.getByTestId('conversation')).toBeVisible();
  await page.getByRole('button', { name: 'Mostrar os dados do contato' }).click();
  const beside = page.getByRole('complementary', { name: 'Dados do contato' });
  await beside.getByRole('button', { name: 'Adicionar informação' }).click();
  await beside.getByRole('textbox', { name: 'Campo' }).fill('CPF');
  await beside.getByRole('textbox', { name: 'Valor' }).fill('111');
  await page.keyboard.press('Enter');
  await expect(beside.getByText('CPF')).toBeVisible();
  await beside.getByRole('button', { name: 'Adicionar etiqueta' }).click();
  await page.getByRole('option', { name: 'VIP' }).click();
  await page.keyboard.press('Escape');
  await expect(beside.getByText('VIP')).toBeVisible();
  await beside.getByRole('textbox', { name: 'Anotações' }).fill('Prefere a entrega de manhã.');
  await beside.getByRole('button', { name: /Editar Nome/ }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Maria de Souza');
  await page.keyboard.press('Enter');
  await expect(
    page.getByTestId('conversation').getByRole('heading', { name: 'Maria de Souza' }),
  ).toBeVisible();
  await refusedNumber(beside);
  const photos = beside.getByRole('button', { name: /^Abrir Foto/ });
  await expect(photos).toHaveCount(3);
  await expect(photos.locator('img[src*="thumbnail"]')).toHaveCount(3);
  await expect(beside.getByRole('button', { name: /^Abrir Vídeo/ })).toBeVisible();
  await expect(beside.locator('video')).toHaveCount(0);
  await show(page, 'contact-panel', ['light', 'dark', 'phone']);
  await leavingWhileOneWrites(beside);
  await expect
    .poll(
      async () => (await sql`select name, notes, extra_info from contacts where name = 'Maria de Souza'`)[0],
    )
    .toEqual({
      name: 'Maria de Souza',
      notes: 'Prefere a entrega à tarde.',
      extraInfo: [{ name: 'CPF', value: '111' }],
    });

  await photos.first().click();
  const lightbox = page.getByRole('dialog', { name: 'Mídia e documentos' });
  await page.keyboard.press('ArrowRight');
  await expect(lightbox.getByRole('button', { name: 'Anterior' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  // Closed, it leaves the page its keys.
  const isFree = () => {
    const key = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true });
    return document.body.dispatchEvent(key);
  };
  expect(await page.evaluate(isFree)).toBe(true);

  await expect(beside.getByRole('button', { name: 'Família Unida' })).toBeVisible();
  const withoutBot = beside.getByRole('switch', { name: 'Sem chatbot para este contato' });
  await withoutBot.click();
  await expect(withoutBot).toBeChecked();
  await expect
    .poll(
      async () => (await sql`select bot_disabled as off from contacts where name = 'Maria de Souza'`)[0]?.off,
    )
    .toBe(true);
  const withoutCampaigns = beside.getByRole('switch', { name: 'Não recebe campanhas' });
  await withoutCampaigns.click();
  await expect(beside.getByText(/^Marcado por um atendente em ./)).toBeVisible();
  await show(page, 'contact-panel-end', ['light', 'dark', 'phone-dark']);
  await beside.getByRole('button', { name: 'Bloquear no WhatsApp' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bloquear', exact: true }).click();
  await expect(beside.getByText('Bloqueado', { exact: true })).toBeVisible();
  await sql`update block_orders set state = 'refused'`;
  await beside.getByText('Bloqueado em parte').scrollIntoViewIfNeeded();
  await expect(beside.getByText(/^O WhatsApp recusou o bloqueio em: ./)).toBeVisible();
  await show(page, 'contact-partly-blocked', ['light', 'dark', 'phone']);
  await beside.getByRole('button', { name: 'Desbloquear no WhatsApp' }).click();
  await expect(beside.getByText('Bloqueado', { exact: true })).toBeHidden();
}

/** A value that the server refuses stays where it was typed. */
async function refusedNumber(beside: Locator): Promise<void> {
  const taken = '5511955550009';
  await beside.getByRole('button', { name: /Editar Número/ }).click();
  const field = beside.getByRole('textbox', { name: 'Número' });
  await field.fill(taken);
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Já existe/);
  await expect(field).toHaveValue(taken);
  // Leaving the field does not send it again, and a late answer is not shown for another text.
  const told = page.getByRole('alert').filter({ hasText: /Já existe/ });
  await told.getByRole('button', { name: 'Fechar' }).click();
  await expect(told).toHaveCount(0);
  await field.blur();
  await expect(field).toHaveAttribute('aria-busy', 'false');
  await expect(told).toHaveCount(0);
  await sql.begin(async (tx) => {
    await tx`lock table contacts in access exclusive mode`;
    await field.press('Enter');
    await expect(field).toHaveAttribute('aria-busy', 'true');
    await field.press('Escape');
  });
  await expect(told).toBeVisible();
  await beside.getByRole('button', { name: /Editar Número/ }).click();
  await expect(field).toHaveAccessibleDescription('');
  await page.keyboard.press('Escape');
}

/** Another conversation takes the field away without a blur. */
async function leavingWhileOneWrites(beside: Locator): Promise<void> {
  const conversation = page.url();
  await beside.getByRole('textbox', { name: 'Anotações' }).fill('Prefere a entrega à tarde.');
  await beside.getByRole('button', { name: /Editar E-mail/ }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('maria@souza.test');
  await page.evaluate(() => {
    window.location.hash = '#/tickets';
  });
  await expect(beside).toBeHidden();
  await page.goto(conversation);
  await expect(beside.getByRole('button', { name: /Editar E-mail: maria@souza.test/ })).toBeVisible();
  await expect(beside.getByRole('textbox', { name: 'Anotações' })).toHaveValue('Prefere a entrega à tarde.');
}

async function merging(): Promise<void> {
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
async function mergedMeanwhile(): Promise<void> {
  const [stays, goes] = await Promise.all(['Rute Lima', 'Rute L.'].map(beginConversation));
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

async function beginConversation(name: string) {
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

async function inEnglish(): Promise<void> {
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' })).toBeFocused();
  await page.keyboard.type('english');
  await page.getByRole('button', { name: /English/ }).click();
  await expect(page.getByRole('complementary', { name: 'Contact details' })).toBeVisible();
  await picture(page, 'contact-panel-en');
  await page.getByRole('link', { name: 'Contacts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await picture(page, 'contacts-en');
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('textbox', { name: 'Search, go to or do…' })).toBeFocused();
  await page.keyboard.type('español');
  await page.getByRole('button', { name: /Español/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contactos' })).toBeVisible();
  await show(page, 'contacts-es', ['phone']);
}
