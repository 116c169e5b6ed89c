import { expect, type Page, test } from '@playwright/test';
import { BOT_TOKEN, type BotCall } from '../../server/test/services/telegram.ts';
import {
  answer,
  bubble,
  EXPECTED_FAILURES,
  expectOnce,
  message,
  openTicket,
  PASSWORD,
  signIn,
} from './acts.ts';
import { COMPANY, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/**
 * One customer on WhatsApp and on Telegram: linked by hand, read as one person, answered by the other channel, and taken
 * apart again.
 */

const TELEGRAM_ID = 990_001;

test.setTimeout(180_000);
test.use({ actionTimeout: 20_000 });

let stack: Stack;
let page: Page;

test.beforeAll(async () => {
  stack = await startStack({ from: 'linked', withServices: true });
  await connectBot();
});
test.afterAll(() => stack?.end());

test('one person on two channels', async ({ page: itsPage }) => {
  page = itsPage;
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('she writes on both', writesOnBoth);
  await test.step('linked by hand', linked);
  await test.step('read as one', readAsOne);
  await test.step('answered by the other channel', answered);
  await test.step('taken apart again', takenApart);
  expectNoTrouble();
});

async function connectBot(): Promise<void> {
  const call = async <T>(path: string, body: object, token?: string): Promise<T> => {
    const response = await fetch(stack.serverUrl + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    expect(response.ok, await response.clone().text()).toBe(true);
    return (await response.json()) as T;
  };
  const email = 'admin@demo.balcao.test';
  const { token } = await call<{ token: string }>('/auth/login', { email, password: PASSWORD });
  const bot = { name: 'Robô', kind: 'telegram', credentials: { botToken: BOT_TOKEN } };
  await call('/whatsapp', bot, token);
}

const customers = () => `${stack.servicesUrl}/telegram/customers/${BOT_TOKEN}`;

async function writeOnTelegram(text: string): Promise<void> {
  const message = {
    chat: { id: TELEGRAM_ID, type: 'private' },
    from: { id: TELEGRAM_ID, is_bot: false, first_name: 'Maria no Telegram' },
    text,
  };
  await fetch(customers(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  });
}

async function writesOnBoth(): Promise<void> {
  await stack.sandbox.send({ from: MARIA, to: COMPANY, kind: 'text', text: 'Oi pelo WhatsApp' });
  await writeOnTelegram('Oi pelo Telegram');
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Oi pelo Telegram' });
  await expect(row.getByRole('img', { name: 'Telegram' })).toBeVisible({ timeout: 30_000 });
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Oi pelo WhatsApp' })
    .getByRole('button', { name: /^Aceitar/ })
    .click();
  await expect(bubble(page, 'Oi pelo WhatsApp')).toBeVisible();
}

const panel = () => page.getByRole('complementary', { name: 'Dados do contato' });
const also = () => panel().getByRole('region', { name: 'Também em…' });

async function linked(): Promise<void> {
  await page.getByRole('button', { name: 'Mostrar os dados do contato' }).click();
  await expect(page.getByRole('button', { name: 'Responder por…' })).toBeHidden();
  await also().getByRole('button', { name: 'Vincular contato' }).click();
  const dialog = page.getByRole('dialog', { name: 'Vincular contato' });
  await dialog.getByLabel('Buscar contatos').fill('Telegram');
  await dialog.getByRole('button', { name: /Maria no Telegram/ }).click();
  await expect(also().getByRole('button', { name: /conversa com Maria no Telegram/ })).toBeVisible();
  await expect(panel().getByRole('link').getByRole('img', { name: 'Telegram' })).toBeVisible();
  await show(page, 'linked-contacts');
}

const strip = () => page.getByRole('region', { name: 'Outros canais desta pessoa' });
const together = () => strip().getByRole('switch', { name: 'Ver tudo junto' });

async function readAsOne(): Promise<void> {
  await expect(strip()).toContainText('Telegram · Maria no Telegram');
  await expect(bubble(page, 'Oi pelo Telegram')).toBeHidden();
  await message(page).fill('Começo de uma resposta');
  await together().click();
  await expect(bubble(page, 'Oi pelo WhatsApp')).toBeVisible();
  await expect(bubble(page, 'Oi pelo Telegram').getByRole('img', { name: 'Telegram' })).toBeVisible();
  await expect(
    page.getByTestId('part-line').filter({ hasText: 'Telegram · Maria no Telegram' }),
  ).toBeVisible();
  // Nothing can be written before one has said where.
  await expect(message(page)).toBeHidden();
  await writeOnTelegram('Ainda estou aqui');
  await expect(bubble(page, 'Ainda estou aqui')).toBeVisible({ timeout: 20_000 });
  await show(page, 'linked-contacts-together');
  await page.keyboard.press('Control+F');
  await page.getByRole('textbox', { name: 'Buscar nesta conversa' }).fill('oi pelo');
  await expect(page.getByText('1 de 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^WhatsApp · / }).click();
  await expect(message(page)).toHaveValue('Começo de uma resposta');
  await message(page).fill('');
  await expect(bubble(page, 'Oi pelo Telegram')).toBeHidden();
}

async function answered(): Promise<void> {
  await page.getByRole('button', { name: 'Responder por…' }).click();
  await page.getByRole('menuitem', { name: /Robô · Maria no Telegram/ }).click();
  await expect(bubble(page, 'Oi pelo Telegram')).toBeVisible();
  await page.getByRole('button', { name: 'Aceitar', exact: true }).last().click();
  await answer(page, 'Vi também o seu WhatsApp');
  await expect(async () => {
    const calls = (await (await fetch(customers())).json()) as BotCall[];
    expect(calls.filter(({ params }) => params.text === 'Vi também o seu WhatsApp')).toHaveLength(1);
  }).toPass({ timeout: 20_000 });
  // And back: the conversation under way goes on.
  await page.getByRole('button', { name: 'Responder por…' }).click();
  await page.getByRole('menuitem', { name: /Maria Souza/ }).click();
  await expect(bubble(page, 'Oi pelo WhatsApp')).toBeVisible();
  await answer(page, 'Respondi no Telegram');
  await expect(() => expectOnce(stack, MARIA, 'Respondi no Telegram')).toPass({ timeout: 20_000 });
}

async function takenApart(): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('textbox', { name: /Buscar, ir para/ }).fill('ver tudo junto');
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'Ainda estou aqui')).toBeVisible();
  await also().getByRole('button', { name: 'Desvincular Maria no Telegram' }).click();
  await expect(also().getByRole('button', { name: /conversa com/ })).toHaveCount(0);
  await expect(strip()).toBeHidden();
  await expect(bubble(page, 'Ainda estou aqui')).toBeHidden();
  await expect(panel().getByRole('link').getByRole('img', { name: 'Telegram' })).toBeHidden();
  await expect(message(page)).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(also().getByRole('button', { name: /conversa com/ })).toBeVisible();
  await also().getByRole('button', { name: 'Desvincular Maria no Telegram' }).click();
  await expect(page.getByRole('button', { name: 'Responder por…' })).toBeHidden();
  await openTicket(page, 'Maria no Telegram');
  await expect(bubble(page, 'Oi pelo Telegram')).toBeVisible();
  await expect(also().getByRole('button', { name: /conversa com/ })).toHaveCount(0);
}
