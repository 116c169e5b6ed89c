import { expect, type Locator, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { COMPANY } from './phones.ts';
import type { Stack } from './stack.ts';

/** The password of every demo account. */
export const PASSWORD = 'balcao-demo';

/** The browser's messages about requests that fail while a program is stopped on purpose. */
export const EXPECTED_FAILURES = [/net::ERR_/, /WebSocket connection to/, /status of 503 .*\/media\//];

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
}

/** Restarts the console and opens it: the sign-in, or the desk of the signed-in agent. */
export async function restartConsole(page: Page, stack: Stack): Promise<void> {
  await stack.stopConsole();
  await page.goto(await stack.startConsole());
  await expect(signInOrDesk(page)).toBeVisible();
}

const signInOrDesk = (page: Page): Locator =>
  page.getByRole('button', { name: 'Entrar', exact: true }).or(page.getByTestId('sync-status'));

/** Opens Ana's desk in a fresh page. */
export async function openDesk(page: Page, stack: Stack): Promise<void> {
  await page.goto(await stack.enterConsole());
  await expect(signInOrDesk(page)).toBeVisible();
  if (await page.getByRole('button', { name: 'Entrar', exact: true }).isVisible())
    await signIn(page, 'ana@demo.balcao.test');
  // It has opened where the last one who was there has left it.
  await page.goto(new URL('/#/tickets', page.url()).href);
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await expect(page.getByTestId('sync-status')).toHaveText('Ao vivo');
}

/** The areas of the navigation, and the pages that the list of each has. */
const AREAS: Record<string, readonly string[]> = {
  Gestão: ['Painel', 'Avaliações', 'Relatórios', 'Carga da equipe'],
  Campanhas: ['Listagem', 'Listas de contatos'],
  Configurações: [
    ...['Usuários', 'Auditoria', 'Titular de dados', 'Assinatura', 'Faturas'],
    ...['Respostas rápidas', 'Macros', 'Etiquetas', 'Listas de arquivos', 'Filas e chatbot'],
    ...[
      'Automações',
      'Prazos',
      'Conexões',
      'Prompts de IA',
      'Ensaios da IA',
      'Integrações',
      'Webhooks',
      'API',
    ],
  ],
  Configuración: ['Colas y chatbot'],
  Settings: ['Quick replies', 'Tags', 'Queues and chatbot'],
  Plataforma: ['Saúde', 'Empresas', 'Planos', 'Avisos', 'Pagamentos', 'Vídeos'],
};

/** Goes to a page by the rail, or by the list of its area. */
export async function goTo(page: Page, name: string): Promise<void> {
  const rail = page.getByRole('navigation').first();
  const [area] = Object.entries(AREAS).find(([, pages]) => pages.includes(name)) ?? [];
  if (!area) return entry(rail, name).click();
  const list = page.getByRole('navigation', { name: area, exact: true });
  if (!(await list.isVisible())) await entry(rail, area).click();
  await entry(list, name).click();
}

/** What there is to do stands before the name. */
const entry = (list: Locator, name: string): Locator =>
  list.getByRole('link', { name: new RegExp(`(^|\\s)${name}$`) });

export const live = (page: Page): Locator => page.getByTestId('sync-status').filter({ hasText: 'Ao vivo' });

/** Forces each next attempt at once, until it succeeds: after a long outage it is half a minute away. */
export async function hurry(page: Page, there = live(page)): Promise<void> {
  await expect(async () => {
    await page
      .getByTestId('offline-banner')
      .getByRole('button', { name: 'Tentar agora' })
      .click({ timeout: 300 })
      .catch(() => {});
    await expect(there).toBeVisible({ timeout: 1_000 });
  }).toPass({ intervals: [50], timeout: 40_000 });
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
}

/** The field in which an agent writes. */
export const message = (page: Page): Locator => page.getByRole('textbox', { name: 'Mensagem', exact: true });

export async function answer(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(text);
  await page.keyboard.press('Enter');
  await expect(bubble(page, text)).toBeVisible();
}

export const row = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name });

/** Chooses to delete the record that a page of records names so. */
export async function askToRemove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Mais: Excluir ${name}` }).click();
  await page.getByRole('menuitem', { name: `Excluir ${name}` }).click();
}

/** What stands at a row of the list as a mark: its tag, its queue. */
export const mark = (item: Locator, kind: 'Etiquetas' | 'Fila', name: string): Locator =>
  item.getByRole('img', { name: new RegExp(`^${kind}: .*${name}`) });

export const openTicket = (page: Page, customer: string): Promise<void> =>
  row(page, customer).getByRole('button').first().click();

export const bubble = (page: Page, text: string): Locator =>
  page.getByRole('log').getByTestId('message').filter({ hasText: text });

export async function expectTick(page: Page, text: string, tick: string, timeout = 15_000): Promise<void> {
  await expect(bubble(page, text).locator(`[data-tick="${tick}"]`)).toBeVisible({ timeout });
}

/** The messages that WhatsApp accepted from the company for this customer. */
export const sentTo = async (stack: Stack, customer: string) =>
  (await stack.sandbox.ledger({ number: customer })).filter(
    ({ from, to, server }) => from === COMPANY && to === customer && server === 'accepted',
  );

export async function expectOnce(stack: Stack, customer: string, text: string): Promise<void> {
  expect((await sentTo(stack, customer)).filter((entry) => entry.text === text)).toHaveLength(1);
}

/** Does what a camera does: the QR code becomes known to the phones. */
export async function holdUpQrCode(stack: Stack): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-camera' });
  try {
    await expect(async () => {
      const [connection] = await sql<{ qrcode: string }[]>`
        select qrcode from connections where qrcode is not null`;
      await stack.sandbox.showQr({ qr: connection?.qrcode ?? '' });
    }).toPass({ timeout: 30_000 });
  } finally {
    await sql.end();
  }
}

/** Links the company's phone without anybody looking. */
export async function linkPhone(stack: Stack): Promise<void> {
  await holdUpQrCode(stack);
  await stack.sandbox.scan({ number: COMPANY });
  await stack.sandbox.waitForCompanion({ number: COMPANY, timeoutMs: 30_000 });
}
