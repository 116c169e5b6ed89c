import type { WebChatDetails, WebChatSettings } from '@balcao/shared/features/web-chat/calls.ts';
import { CHAT_SCRIPT_PATH } from '@balcao/shared/features/web-chat/line.ts';
import { expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { openShopPage } from '../../server/test/shop-page/shop-page.ts';
import { answer, bubble, message, row } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { COMPANY } from './phones.ts';
import { picture, show } from './pictures.ts';
import { test } from './same-browser.ts';
import type { Shop } from './shop.ts';
import type { Stack } from './stack.ts';
import { tab } from './ticket-list/rows.ts';

/** Somebody who writes on the shop's own page: of another origin, under a strict policy, in the dark and on a phone. */

const NO_WORDS = { title: '', subtitle: '', greeting: '', closed: '', formTitle: '', consent: '' };
const LOOK: WebChatSettings['appearance'] = {
  colour: '#8a3ffc',
  place: 'right',
  logoUrl: null,
  language: 'pt',
  words: { pt: { ...NO_WORDS, title: 'Loja Demo' }, en: NO_WORDS, es: NO_WORDS },
  form: { name: 'required', email: 'optional', phone: 'off', consent: true },
  hidesWhenClosed: false,
};
const LOCALE = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGNkqH/LgA0wYRUdtBIAQ9IBgVJPfKQAAAAASUVORK5CYII=',
  'base64',
);

let site: Awaited<ReturnType<typeof openShopPage>>;
const PHONE = '5511988887777';
const day = beginDay({ customers: { [PHONE]: 'Lia' }, served: [], prepare: openSite });
test.afterAll(() => site?.close());

test('a visitor is served on the shop’s page, without a network for a while, and rates it', async ({
  page,
  browser,
}) => {
  const { stack } = day();
  const context = await browser.newContext({
    ...LOCALE,
    reducedMotion: 'reduce',
    viewport: { width: 400, height: 800 },
  });
  const visitor = await context.newPage();
  const troubles = watchPage(visitor);
  await visitor.goto(`${site.url}/noite`);
  await test.step('whose policy lets the script in, and who says who is there', () => begin(visitor));
  await test.step('a menu is tapped, and an agent answers', async () => {
    await say(visitor, 'Oi! Vocês têm o Bourbon moído?');
    await visitor.getByRole('button', { name: 'Encomendas' }).click();
    await tab(page, 'pending').click();
    await row(page, 'Lia').getByRole('button', { name: 'Aceitar' }).click();
    await expect(bubble(page, 'Vocês têm o Bourbon moído?')).toBeVisible();
    await message(page).pressSequentially('Temos');
    await expect(visitor.getByText('digitando …')).toBeVisible();
    await message(page).fill('Temos sim, Lia! Moído *na hora*.');
    await page.keyboard.press('Enter');
    await expect(said(visitor, 'Moído na hora').locator('strong')).toHaveText('na hora');
    await expect(said(visitor, 'Encomendas').locator('[data-tick=read]')).toBeVisible();
  });
  await test.step('the agent sees that the visitor writes, and hears what is spoken', async () => {
    await visitor.getByRole('textbox', { name: 'Mensagem' }).pressSequentially('Quero');
    await expect(page.getByRole('status').filter({ hasText: 'digitando…' }).first()).toBeVisible();
    await visitor.getByRole('textbox', { name: 'Mensagem' }).fill('');
    await visitor.getByRole('button', { name: 'Gravar uma mensagem de voz' }).click();
    await expect(visitor.getByText('Gravando 0:01')).toBeVisible();
    await visitor.getByRole('button', { name: 'Enviar a gravação' }).click();
    await expect(visitor.getByRole('log').locator('audio')).toHaveCount(1);
    await expect(page.getByRole('log').getByRole('button', { name: 'Tocar o áudio' })).toBeVisible();
  });
  await test.step('a file comes with what was said while there was no network, once', async () => {
    await context.setOffline(true);
    await say(visitor, 'Segue o meu pedido');
    await visitor.getByLabel('Enviar um arquivo').setInputFiles({
      name: 'pedido.png',
      mimeType: 'image/png',
      buffer: PNG,
    });
    await expect(visitor.locator('[data-tick=waiting]')).toHaveCount(2);
    await context.setOffline(false);
    await expect(visitor.getByRole('img', { name: 'Foto: pedido.png' })).toBeVisible();
    await expect(bubble(page, 'Segue o meu pedido')).toHaveCount(1);
    await expect(page.getByRole('log').getByRole('img', { name: 'Foto' })).toHaveCount(1);
  });
  await show(visitor, 'web-chat', ['light', 'dark', 'phone', 'phone-dark']);
  await test.step('another page has the whole conversation, and counts what is new', async () => {
    // On a phone it would cover the page.
    await visitor.setViewportSize({ width: 400, height: 800 });
    await visitor.goto(`${site.url}/clube`);
    await expect(visitor.getByRole('button', { name: 'Abrir o chat' })).toBeVisible();
    await answer(page, 'Sai amanhã cedo.');
    await visitor.getByRole('button', { name: 'Abrir o chat: 1 não lidas' }).click();
    await expect(said(visitor, 'Vocês têm o Bourbon moído?')).toBeVisible();
    await expect(said(visitor, 'Sai amanhã cedo.')).toBeVisible();
  });
  await test.step('on the narrowest phone nothing is cut, and nothing moves for whom that is too much', async () => {
    await visitor.setViewportSize({ width: 320, height: 568 });
    const panel = visitor.getByRole('dialog', { name: 'Loja Demo' });
    await expect(panel).toHaveCSS('animation-name', 'none');
    await expect(panel).toHaveCSS('width', '320px');
    expect(await panel.evaluate((element) => element.scrollWidth)).toBe(320);
    await picture(visitor, 'web-chat-narrow');
  });
  await test.step('and is asked how it was', async () => {
    await page.getByRole('button', { name: 'Finalizar' }).first().click();
    await visitor.getByRole('button', { name: /Muito satisfeito/ }).click();
    await expect.poll(() => rateOf(stack)).toBe(3);
  });
  await test.step('and stays open over the pages of a large screen, which the agent sees', async () => {
    await visitor.setViewportSize({ width: 1_000, height: 800 });
    await visitor.goto(`${site.url}/noite`);
    await expect(said(visitor, 'Sai amanhã cedo.')).toBeVisible();
    await expect(visitor.getByRole('textbox', { name: 'Mensagem' })).not.toBeFocused();
    await expect.poll(() => pagesOf(stack)).toEqual(['/clube', '/noite']);
  });
  await test.step('on WhatsApp it is the same person', async () => {
    await visitor.getByRole('button', { name: 'Continuar no WhatsApp' }).click();
    const link = visitor.getByRole('link', { name: 'Abrir o WhatsApp' });
    const href = new URL((await link.getAttribute('href')) ?? '');
    expect(href.host + href.pathname).toBe(`wa.me/${COMPANY}`);
    await day().shop.receivesMessage(PHONE, 0, href.searchParams.get('text') ?? '');
    await expect.poll(() => channelsOf(stack)).toEqual(['web', 'whatsapp']);
    await visitor.getByRole('button', { name: 'Ficar aqui' }).click();
  });
  expect(troubles).toEqual([]);
  await context.close();
});

test('whom the shop knows has one conversation in every browser, also where no websocket gets through', async ({
  browser,
}) => {
  const [office, phone] = await Promise.all([browser.newContext(LOCALE), browser.newContext(LOCALE)]);
  await office.routeWebSocket(/./, (socket) => socket.close());
  const there = await office.newPage();
  await there.goto(`${site.url}/conta`);
  await there.getByRole('button', { name: 'Abrir o chat' }).click();
  await fillForm(there, 'Rui');
  await say(there, 'Escrevo do escritório');
  await expect(said(there, 'Escrevo do escritório').locator('[data-tick=stored]')).toBeVisible();
  const here = await phone.newPage();
  await here.goto(`${site.url}/conta`);
  await here.getByRole('button', { name: 'Abrir o chat' }).click();
  await expect(said(here, 'Escrevo do escritório')).toBeVisible();
  await Promise.all([office.close(), phone.close()]);
});

/** Nothing that the policy of the page forbids was tried. */
function watchPage(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(message.text()))
      troubles.push(message.text());
  });
  return troubles;
}

async function openSite({ stack, shop }: { stack: Stack; shop: Shop }): Promise<void> {
  await shop.sets('PUT', '/settings/userRating', { value: 'enabled' });
  const { id } = await shop.sets<{ id: number }>('POST', '/whatsapp', {
    kind: 'web',
    name: 'Site',
    queueIds: await makeQueues(stack),
    greetingMessage: 'Olá! Sobre o que é?',
  });
  // The page names the key, and the chat the page.
  const settings: WebChatSettings = { appearance: LOOK, origins: [], followsPages: true, passesOn: null };
  const { key, userSecret } = await shop.sets<WebChatDetails>('PUT', `/whatsapp/${id}/chat`, settings);
  site = await openShopPage({ serverUrl: stack.serverUrl, key, userSecret });
  await shop.sets('PUT', `/whatsapp/${id}/chat`, { ...settings, origins: [site.url] });
  const script = await fetch(stack.serverUrl + CHAT_SCRIPT_PATH);
  const known = { 'if-none-match': script.headers.get('etag') ?? '' };
  const again = await fetch(stack.serverUrl + CHAT_SCRIPT_PATH, { headers: known });
  expect([script.status, script.headers.get('content-encoding'), again.status]).toEqual([200, 'gzip', 304]);
}

/** Two queues to choose between, of both of which Ana is a member. */
async function makeQueues({ databaseUrl }: Stack): Promise<number[]> {
  const sql = openPool(databaseUrl, { max: 1, name: 'e2e-web-chat' });
  const made = await sql<{ id: number }[]>`
    with made as (
      insert into queues (company_id, name, color, order_queue)
      select u.company_id, q.name, q.color, 9 from users u,
        unnest(array['Encomendas', 'Assinaturas'], array['#0c8591', '#c2255b']) as q (name, color)
      where u.name = 'Ana' returning company_id, id),
    member as (
      insert into user_queues (company_id, user_id, queue_id)
      select m.company_id, u.id, m.id from made m join users u on u.company_id = m.company_id and u.name = 'Ana')
    select id::int from made order by id`;
  await sql.end();
  return made.map(({ id }) => id);
}

async function rateOf({ databaseUrl }: Stack): Promise<number | undefined> {
  const sql = openPool(databaseUrl, { max: 1, name: 'e2e-web-chat' });
  const [tracked] = await sql<{ rate: number }[]>`
    select k.rate from ticket_tracking k join tickets t on t.id = k.ticket_id
    join contacts c on c.id = t.contact_id where c.name = 'Lia'`;
  await sql.end();
  return tracked?.rate;
}

async function pagesOf({ databaseUrl }: Stack): Promise<string[]> {
  const sql = openPool(databaseUrl, { max: 1, name: 'e2e-web-chat' });
  const seen = await sql<{ url: string }[]>`
    select p ->> 'url' as url from web_visitors, jsonb_array_elements(facts -> 'pages') p`;
  await sql.end();
  return seen.map(({ url }) => new URL(url).pathname);
}

/** On which channels the customer writes who is one person. */
async function channelsOf({ databaseUrl }: Stack): Promise<string[]> {
  const sql = openPool(databaseUrl, { max: 1, name: 'e2e-web-chat' });
  const linked = await sql<{ kind: string }[]>`
    select distinct w.kind from contact_links l
    join tickets t on t.company_id = l.company_id and t.contact_id = l.contact_id
    join connections w on w.company_id = t.company_id and w.id = t.connection_id order by 1`;
  await sql.end();
  return linked.map(({ kind }) => kind);
}

const said = (visitor: Page, text: string) =>
  visitor.getByRole('log').getByRole('listitem').filter({ hasText: text });

async function say(visitor: Page, text: string): Promise<void> {
  await visitor.getByRole('textbox', { name: 'Mensagem' }).fill(text);
  await visitor.keyboard.press('Enter');
  await expect(said(visitor, text)).toBeVisible();
}

/** By keys alone, as somebody without a mouse. */
async function begin(visitor: Page): Promise<void> {
  await visitor.getByRole('button', { name: 'Abrir o chat' }).press('Enter');
  await expect(visitor.getByRole('dialog', { name: 'Loja Demo' })).toBeVisible();
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByText('Preencha este campo.')).toBeVisible();
  await expect(visitor.getByText('Marque para continuar.')).toBeVisible();
  await show(visitor, 'web-chat-form', ['light', 'phone-dark']);
  await fillForm(visitor, 'Lia');
  await expect(visitor.getByRole('textbox', { name: 'Mensagem' })).toBeFocused();
  await visitor.keyboard.press('Escape');
  await expect(visitor.getByRole('button', { name: 'Abrir o chat' })).toBeFocused();
  await visitor.keyboard.press('Enter');
}

async function fillForm(visitor: Page, name: string): Promise<void> {
  await visitor.getByLabel('Nome').fill(name);
  await visitor.getByRole('checkbox').press('Space');
  await visitor.keyboard.press('Enter');
}
