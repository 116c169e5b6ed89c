import { expect, type Page } from '@playwright/test';
import { CAST } from '../../server/src/demo/cast.ts';
import { openPool, type Sql } from '../../server/src/platform/db/client.ts';
import {
  answer,
  bubble,
  EXPECTED_FAILURES,
  expectTick,
  goTo,
  holdUpQrCode,
  openTicket,
  PASSWORD,
  row,
  signIn,
  signOut,
} from './acts.ts';
import { COMPANY } from './phones.ts';
import { picture, show } from './pictures.ts';
import { test } from './same-browser.ts';
import { startShopAtWork } from './shop-at-work.ts';
import type { Stack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

test.setTimeout(300_000);
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let stack: Stack;
let page: Page;

test.beforeAll(async () => {
  stack = await startShopAtWork();
});
test.afterAll(async () => {
  await stack?.end();
});

test('every screen, in light and dark, wide and narrow', async ({ page: itsPage }) => {
  page = itsPage;
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await test.step('signing in', signingIn);
  await test.step('connecting a phone', connectingAPhone);
  await test.step('by keyboard alone', byKeyboardAlone);
  await test.step('a full desk', aFullDesk);
  await test.step('waiting and closed', waitingAndClosed);
  await test.step('other languages', otherLanguages);
  await test.step('troubles', troubles);
  expectNoTrouble();
});

async function signingIn(): Promise<void> {
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await show(page, 'login', ['light', 'dark', 'phone']);
  await chooseLanguage('English');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await picture(page, 'login-en');
  await chooseLanguage('Español');
  await picture(page, 'login-es');
  await chooseLanguage('Português');
  await page.getByLabel('E-mail').fill('ana@demo.balcao.test');
  await page.getByLabel('Senha', { exact: true }).fill('errada');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await show(page, 'login-refused');
}

async function connectingAPhone(): Promise<void> {
  await signIn(page, 'admin@demo.balcao.test');
  await show(page, 'tickets-admin', ['light', 'dark', 'phone']);
  await goTo(page, 'Conexões');
  await expect(page.getByText('Ainda não conectado')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Há uma conexão com problema' })).toBeVisible();
  await show(page, 'connections-waiting', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  await expect(page.getByRole('img', { name: /QR code para/ })).toBeVisible();
  await show(page, 'qr-code', ['light', 'dark', 'phone']);
  await holdUpQrCode(stack);
  await stack.sandbox.scan({ number: COMPANY });
  await expect(page.getByText('WhatsApp conectado')).toBeVisible({ timeout: 30_000 });
  await show(page, 'qr-connected', ['light']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Nova conexão' }).click();
  await page.getByRole('button', { name: 'Criar e conectar' }).click();
  await show(page, 'connection-new');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Mais ações para WhatsApp Principal' }).click();
  await expect(page.getByRole('menuitem', { name: 'Excluir' })).toBeVisible();
  await show(page, 'connections', ['light', 'dark']);
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await show(page, 'connection-remove', ['dark']);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await signOut(page);
}

/** Goes from the sign-in screen to a sent answer without a mouse. */
async function byKeyboardAlone(): Promise<void> {
  const focused = (name: string | RegExp, role: 'tab' | 'button' | 'textbox') =>
    page.getByRole(role, { name }).and(page.locator(':focus'));
  const tabTo = async (name: string | RegExp, role: 'tab' | 'button' | 'textbox') => {
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(focused(name, role)).toBeVisible({ timeout: 100 });
    }).toPass({ intervals: [0], timeout: 10_000 });
  };
  await expect(focused('E-mail', 'textbox')).toBeVisible();
  await page.keyboard.type('ana@demo.balcao.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await tabTo(/Atendendo/, 'tab');
  await page.keyboard.press('ArrowRight');
  await expect(row(page, 'Beatriz Rocha')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 'Maria Souza')).toBeVisible();
  await show(page, 'tickets', ['light', 'dark', 'phone']);
  await tabTo(/Maria Souza/, 'button');
  await page.keyboard.press('ArrowDown');
  await expect(focused(/João Pereira/, 'button')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(focused('Mensagem', 'textbox')).toBeVisible();
  await page.keyboard.type('Entrega sim: *quinta-feira* à tarde. 🧡');
  await page.keyboard.press('Enter');
  await expectTick(page, 'quinta-feira', 'delivered');
}

async function aFullDesk(): Promise<void> {
  await expect(page.getByRole('log').getByRole('img', { name: 'Foto' })).toBeVisible();
  await show(page, 'conversation', ['light', 'dark', 'phone', 'phone-dark']);
  await openTicket(page, 'João Pereira');
  await expect(bubble(page, '👍')).toBeVisible();
  await show(page, 'kinds', ['light', 'dark', 'phone']);
  await page.getByTestId('message-log').evaluate((log) => log.scrollTo({ top: 0 }));
  await expect(bubble(page, 'cantinho do café no escritório')).toBeVisible();
  await show(page, 'long-text', ['light', 'phone']);
  // A colleague's ticket is in no tab, but is found.
  await expect(row(page, 'Pedro Almeida')).toHaveCount(0);
  await page.getByRole('searchbox').fill('pedro');
  await openTicket(page, 'Pedro Almeida');
  await expect(page.getByText('Bruno está atendendo esta conversa.')).toBeVisible();
  await show(page, 'colleague', ['light']);
  await page.getByRole('button', { name: 'Limpar a busca' }).click();
  await page.getByRole('tab', { name: /Atendendo/ }).click();
  await openTicket(page, 'Carla Dias');
  await page.getByRole('button', { name: 'Ampliar a foto' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Foto' })).toBeVisible();
  await show(page, 'lightbox', ['light', 'phone']);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('xícara dourada');
  await expect(row(page, 'Carla Dias')).toBeHidden();
  await show(page, 'search-nothing', ['dark']);
  await page.keyboard.press('Escape');
}

async function waitingAndClosed(): Promise<void> {
  await goTo(page, 'Atendimentos');
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await expect(row(page, 'Beatriz Rocha')).toBeVisible();
  await row(page, 'Emma Clarke').hover();
  await page.screenshot({ path: 'e2e/results/pictures/pending-hovered.png' });
  await show(page, 'pending', ['light', 'dark', 'phone']);
  await row(page, 'Beatriz').hover();
  await page.getByRole('button', { name: /Espiar a conversa com Beatriz/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Consegue ver para mim?');
  await show(page, 'peek', ['light', 'dark', 'phone']);
  await page.keyboard.press('Escape');
  // A click only looks as well; neither opens it, nor is anything read by it.
  await openTicket(page, 'Beatriz Rocha');
  await expect(page.getByRole('dialog')).toContainText('Consegue ver para mim?');
  await expect(page).toHaveURL(/#\/tickets$/);
  await page.keyboard.press('Escape');
  await expect(row(page, 'Beatriz Rocha').getByLabel(/não lidas?$/)).toBeVisible();
  expect(await unreadOf(CAST.beatriz.number)).toBeGreaterThan(0);
  await page.goto(new URL(`/#/tickets/${await uuidOf(CAST.emma.number)}`, page.url()).href);
  await expect(page.getByText('Aceite o atendimento para responder.')).toBeVisible();
  await show(page, 'pending-by-address', ['light', 'phone']);
  await page.getByRole('tab', { name: /Fechados/ }).click();
  await openTicket(page, 'Helena Prado');
  await expect(page.getByText('Este atendimento está fechado.')).toBeVisible();
  await show(page, 'closed', ['light', 'phone']);
  await page.goto(new URL(`/#/tickets/${crypto.randomUUID()}`, page.url()).href);
  await expect(page.getByText('Atendimento não encontrado')).toBeVisible();
  await show(page, 'not-found', ['light']);
}

/** The same in other languages: nothing may be cut off. */
async function otherLanguages(): Promise<void> {
  for (const [language, own] of [
    ['en', 'English'],
    ['es', 'Español'],
    ['pt', 'Português'],
  ] as const) {
    await page.getByRole('button', { name: /Perfil de|Profile of/ }).click();
    await chooseLanguage(own);
    await page.keyboard.press('Escape');
    if (language === 'pt') return;
    await page.goto(new URL('/#/preferences/storage', page.url()).href);
    await expect(page.getByRole('switch')).toBeDisabled();
    await show(page, `preferences-storage-${language}`, ['light']);
    await page.goto(new URL(`/#/tickets/${await uuidOf(CAST.joao.number)}`, page.url()).href);
    await expect(bubble(page, '👍')).toBeVisible();
    await show(page, `kinds-${language}`, ['light', 'phone-dark']);
  }
}

/** Without the server: what the cache has opens again, a page that needs it gives way to the tickets. */
async function opensWhereOneWas(): Promise<void> {
  const conversation = page.url();
  await page.goto(new URL('/', conversation).href);
  await expect(page).toHaveURL(conversation);
  await expect(bubble(page, 'Hello Emma, we do!')).toBeVisible();
  await page.goto(new URL('/#/contacts', conversation).href);
  await page.reload();
  await expect(page).toHaveURL(/#\/tickets$/);
  await page.goto(conversation);
  await expect(bubble(page, 'Hello Emma, we do!')).toBeVisible();
}

async function troubles(): Promise<void> {
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await expect(row(page, 'Emma Clarke')).toBeVisible();
  await stack.stopServer();
  await expect(page.getByTestId('offline-banner')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Aceitar o atendimento de Emma Clarke' }).click();
  await expect(page.getByRole('region', { name: 'Conversa com Emma Clarke' })).toBeVisible();
  await answer(page, 'Hello Emma, we do!');
  await show(page, 'server-away', ['light', 'dark', 'phone']);
  await page.reload();
  await expect(bubble(page, 'Hello Emma, we do!')).toBeVisible();
  await expect(page.getByTestId('offline-banner')).toBeVisible({ timeout: 20_000 });
  await show(page, 'reloaded-while-away', ['light']);
  await opensWhereOneWas();
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('dialog')).toContainText('comandos');
  await show(page, 'sign-out-with-queue', ['light', 'dark']);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await takenByBruno(CAST.emma.number);
  await stack.startServer();
  await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 30_000 });
  await picture(page, 'refused');
  await stack.stopConsole();
  await expect(page.getByText('não está em execução')).toBeHidden();
  await expect(page.getByTestId('offline-banner')).toContainText('neste computador', { timeout: 20_000 });
  await show(page, 'console-away', ['light']);
}

async function uuidOf(number: string): Promise<string> {
  const [ticket] = await query<{ uuid: string }>(
    (sql) =>
      sql`select t.uuid from tickets t join contacts c on c.id = t.contact_id where c.number = ${number}
        order by t.id desc limit 1`,
  );
  return ticket?.uuid ?? '';
}

async function unreadOf(number: string): Promise<number> {
  const [ticket] = await query<{ unread: number }>(
    (sql) => sql`select unread_messages as unread from tickets t join contacts c on c.id = t.contact_id
      where c.number = ${number}`,
  );
  return ticket?.unread ?? 0;
}

/** A colleague acts on a faster machine. */
async function takenByBruno(number: string): Promise<void> {
  await query(
    (sql) => sql`
      update tickets t set status = 'open', user_id = u.id from users u, contacts c
      where u.name = 'Bruno' and c.id = t.contact_id and c.number = ${number} returning t.id`,
  );
}

async function query<T extends object>(ask: (sql: Sql) => PromiseLike<Iterable<unknown>>): Promise<T[]> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-gallery' });
  try {
    return [...(await ask(sql))] as T[];
  } finally {
    await sql.end();
  }
}

async function chooseLanguage(name: string): Promise<void> {
  await page.getByText(name, { exact: true }).click();
}
