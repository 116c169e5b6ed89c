import { expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { HUB_TOKEN, type HubDelivery } from '../../server/test/services/hub.ts';
import { CLOUD, cloudPeople } from '../../server/test/services/whatsapp-cloud-people.ts';
import { answer, goTo, row, signIn } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import type { Stack } from './stack.ts';
import { tab } from './ticket-list/rows.ts';

/** A customer who writes on Instagram, at the same counter as all others. */

test.describe.configure({ mode: 'serial' });

const BIA = { channel: 'instagram', from: '17841400000001', name: 'Bia Costa' };

const day = beginDay({ customers: {}, served: [], withServices: true });

const openSql = ({ databaseUrl }: Stack) => openPool(databaseUrl, { max: 1, name: 'e2e-channels' });

test('an Instagram customer goes through the bot to a rated ticket', async ({ page, browser }) => {
  const { stack } = day();
  await cloudPeople(stack.servicesUrl ?? '').approve([READY]);
  const admin = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await admin.goto(await stack.startSecondConsole());
  await signIn(admin, 'admin@demo.balcao.test');
  await test.step('the profile is connected', () => connect(admin));
  await test.step('and the official number', () => connectOfficial(admin));
  await admin.close();
  await offerQueues(stack);

  const hub = (path: string, body?: object) =>
    fetch(`${stack.servicesUrl}/hub/${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : {});
  const says = async (text: string) => void (await hub('customers', { ...BIA, text }));
  const got = async () =>
    ((await (await hub('customers')).json()) as HubDelivery[]).map(({ contents }) => contents[0]?.text);
  const heard = (text: string) => expect.poll(async () => (await got()).at(-1)).toContain(text);

  await says('Oi!');
  await heard('[ 2 ] - Encomendas');
  await says('2');
  await expect(tab(page, 'pending')).toBeVisible();
  await tab(page, 'pending').click();
  await expect(row(page, BIA.name).getByRole('img', { name: 'Instagram', exact: true })).toBeVisible();
  await row(page, BIA.name).getByRole('button', { name: 'Aceitar' }).click();
  await expect(page.getByText(/Instagram: você pode responder por mais 2[34] horas/)).toBeVisible();
  await answer(page, 'Oi, Bia! A sua encomenda sai às 15h.');
  await heard('A sua encomenda sai às 15h.');
  await show(page, 'conversation-on-instagram', ['light', 'dark', 'phone']);
  await test.step('what a stranger writes there is text, and marks are not offered', async () => {
    const attack = '<img src=x onerror="window.__ran=1"><b>*oi*</b> javascript:alert(1)';
    await says(attack);
    const bubble = page.getByRole('log').getByText('<img src=x');
    await expect(bubble).toBeVisible();
    await expect(page.getByRole('log').locator('img[src=x], a[href^=javascript]')).toHaveCount(0);
    expect(await page.evaluate(() => '__ran' in globalThis)).toBe(false);
    await page.getByRole('button', { name: 'Formato e opções de envio' }).click();
    await expect(page.getByRole('button', { name: 'Negrito' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
  await test.step('a day later nothing may be written', () => seeItClosed(page, stack));

  await page.getByRole('button', { name: 'Finalizar' }).first().click();
  await heard('Como você avalia o nosso atendimento?');
  await says('3');
  const sql = openSql(stack);
  const rated = () => sql`
    select t.status, k.rate from tickets t join ticket_tracking k on k.ticket_id = t.id
    join contacts c on c.id = t.contact_id where c.name = ${BIA.name}`;
  await expect.poll(async () => [...(await rated())]).toMatchObject([{ status: 'closed', rate: 3 }]);
  await sql.end();
});

const READY = {
  name: 'pedido_pronto',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'APPROVED',
  components: [{ type: 'BODY', text: 'Olá {{1}}, o seu pedido {{2}} está pronto.' }],
};

test('a customer of Ana’s who has not written is met with a text that Meta has approved', async ({
  page,
}) => {
  const { stack } = day();
  const people = cloudPeople(stack.servicesUrl ?? '');
  const sql = openSql(stack);
  await sql`
    with official as (select company_id, id from connections where name = 'Oficial'),
    made as (
      insert into contacts (company_id, name, number)
      select company_id, 'Caio Luz', '5511977771234' from official returning company_id, id),
    known as (
      insert into contact_identities (company_id, kind, value, contact_id)
      select company_id, 'phone', '5511977771234', id from made)
    insert into tickets (company_id, contact_id, connection_id, user_id, status, closed_at)
    select m.company_id, m.id, o.id, u.id, 'closed', now()
    from made m join official o on true join users u on u.company_id = m.company_id and u.name = 'Ana'`;
  await sql.end();

  await page.getByRole('button', { name: 'Novo atendimento ou buscar contato' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByRole('combobox').first().fill('Caio');
  await page.getByRole('option', { name: /Caio Luz/ }).click();
  await asked.getByLabel('Conexão').click();
  await page.getByRole('option', { name: 'Oficial' }).click();
  await asked.getByRole('button', { name: 'Iniciar conversa' }).click();
  await page.getByRole('button', { name: 'Escolher modelo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Modelo').click();
  await page.getByRole('option', { name: /pedido_pronto/ }).click();
  await expect(dialog.getByLabel('No texto: 1')).toHaveValue('Caio Luz');
  await dialog.getByLabel('No texto: 2').fill('4821');
  await expect(dialog.getByTestId('template-preview')).toHaveText(
    'Olá Caio Luz, o seu pedido 4821 está pronto.',
  );
  await show(page, 'choose-template', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Enviar modelo' }).click();
  await expect(page.getByRole('log').getByText('Olá Caio Luz, o seu pedido 4821 está pronto.')).toBeVisible();
  const shown = async () => (await people.calls()).map((call) => call.shown);
  await expect.poll(shown).toEqual(['Olá Caio Luz, o seu pedido 4821 está pronto.']);
});

/** This is on the page of connections, over which a dialog tells of the last one. */
async function connectOfficial(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Canal', exact: true }).click();
  await page.getByRole('option', { name: /WhatsApp oficial/ }).click();
  await dialog.getByLabel('Nome').fill('Oficial');
  await dialog.getByLabel('ID do número de telefone').fill(CLOUD.phoneNumberId);
  await dialog.getByLabel('Token de acesso').fill(CLOUD.accessToken);
  await dialog.getByLabel('Chave secreta do app').fill(CLOUD.appSecret);
  await dialog.getByRole('button', { name: 'Criar e conectar' }).click();
  await expect(page.getByTestId('quality')).toContainText('Qualidade alta');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Mais ações para Oficial' }).click();
  await page.getByRole('menuitem', { name: 'Modelos de mensagem' }).click();
  await expect(page.getByTestId('template')).toContainText('pedido_pronto');
  await show(page, 'templates-of-a-connection', ['light', 'dark', 'phone']);
}

async function connect(page: Page): Promise<void> {
  await goTo(page, 'Conexões');
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Canal', exact: true }).click();
  await page.getByRole('option', { name: /NotificaMe Hub/ }).click();
  await dialog.getByLabel('Nome').fill('Instagram da loja');
  await dialog.getByLabel('Token do NotificaMe Hub').fill(HUB_TOKEN);
  await dialog.getByRole('button', { name: 'Buscar canais' }).click();
  await dialog.getByRole('combobox', { name: 'Canal da conta' }).click();
  await page.getByRole('option', { name: /instagram/i }).click();
  await show(page, 'connect-by-hub', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Criar e conectar' }).click();
  await expect(page.getByText('Padaria no instagram', { exact: true })).toBeVisible();
}

/** Two queues to choose between, of both of which Ana is a member; whoever is served may tell how it was. */
async function offerQueues(stack: Stack): Promise<void> {
  const sql = openSql(stack);
  await sql`update connections set greeting_message = 'Olá! Com quem você quer falar?' where channel = 'instagram'`;
  await sql`
    insert into settings (company_id, key, value) select id, 'userRating', 'enabled' from companies
    on conflict (company_id, key) do update set value = excluded.value`;
  await sql`
    with made as (
      insert into queues (company_id, name, color, order_queue)
      select company_id, 'Encomendas', '#0c8599', 9 from connections where channel = 'instagram' returning company_id, id),
    member as (
      insert into user_queues (company_id, user_id, queue_id)
      select m.company_id, u.id, m.id from made m join users u on u.company_id = m.company_id where u.name = 'Ana'),
    known as (
      select c.company_id, c.id, q.id as queue_id from connections c
      join lateral (select id from queues where company_id = c.company_id order by order_queue, id limit 1) q on true
      where c.channel = 'instagram')
    insert into connection_queues (company_id, connection_id, queue_id)
    select company_id, id, queue_id from known
    union all select known.company_id, known.id, made.id from known, made`;
  await sql.end();
}

async function seeItClosed(page: Page, stack: Stack): Promise<void> {
  const sql = openSql(stack);
  const wroteAgo = (hours: number) => sql`
    update tickets t set customer_wrote_at = now() - ${hours} * interval '1 hour', updated_at = now()
    from contacts c where c.id = t.contact_id and c.name = ${BIA.name}`;
  await wroteAgo(25);
  await expect(page.getByText(/Instagram: o prazo para responder acabou/).first()).toBeVisible();
  await show(page, 'composer-after-its-hours', ['light', 'dark', 'phone']);
  await wroteAgo(1);
  await expect(page.getByText(/Instagram: você pode responder por mais/)).toBeVisible();
  await sql.end();
}
