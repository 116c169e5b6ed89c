import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { openPool, type Sql } from '../../server/src/platform/db/client.ts';
import { bubble, EXPECTED_FAILURES, linkPhone, MARIA, row, signIn, signOut } from './acts.ts';
import { show } from './pictures.ts';
import { scrollThrough } from './scrolling.ts';
import { openShop, type Shop } from './shop.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** The ticket list through a day of two agents, and one agent with ten thousand tickets. */
const JOAO = '5521977770003';
const CARLA = '5531966660004';
const DAVI = '5541955550005';
const ELISA = '5551944440006';
const FABIO = '5571933330007';
const GINA = '5581922220008';
const CUSTOMERS = {
  [MARIA]: 'Maria Souza',
  [JOAO]: 'João Pereira',
  [CARLA]: 'Carla Dias',
  [DAVI]: 'Davi Melo',
  [ELISA]: 'Elisa Prado',
  [FABIO]: 'Fábio Lins',
  [GINA]: 'Gina Teixeira de Albuquerque',
};
const MANY = 10_000;

test.setTimeout(90_000);

let stack: Stack;
let shop: Shop;
let sql: Sql;
let page: Page;
let other: Page;
let others: BrowserContext;
let expectNoTrouble: () => void;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  stack = await startStack();
  await linkPhone(stack);
  sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-list' });
  await furnish();
  shop = await openShop(stack, CUSTOMERS);
  for (const customer of [MARIA, JOAO]) {
    await shop.hears(customer, 30, 'Olá, bom dia');
    await shop.accepts('ana', customer);
  }
  for (const customer of [CARLA, DAVI, ELISA, FABIO, GINA]) await shop.hears(customer, 5, 'Tem alguém aí?');
  page = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  page.setDefaultTimeout(15_000);
  expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'ana@demo.balcao.test');
  await expect(page.getByTestId('sync-status')).toHaveText('Ao vivo');
  others = await browser.newContext({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  other = await others.newPage();
  other.setDefaultTimeout(15_000);
  await other.goto(await stack.startSecondConsole());
  await signIn(other, 'bruno@demo.balcao.test');
});
test.afterAll(async () => {
  await others?.close();
  await shop?.end();
  await sql?.end();
  await stack?.end();
});
test.describe.configure({ mode: 'serial' });

test('two agents accept the same ticket: one gets it, the other is told', async () => {
  const both = [page, other];
  const buttons = [];
  for (const one of both) {
    await tab(one, 'pending').click();
    const button = one.getByRole('button', { name: 'Aceitar o atendimento de Carla Dias' });
    buttons.push(await button.elementHandle());
  }
  await Promise.all(buttons.map((button) => button?.evaluate((element) => (element as HTMLElement).click())));

  const told = (one: Page) => one.getByRole('alert').filter({ hasText: 'não foi aceito' });
  await expect.poll(async () => (await told(page).count()) + (await told(other).count())).toBe(1);
  const [loser, winner] = (await told(page).count()) > 0 ? [page, other] : [other, page];
  await expect(told(loser)).toContainText(loser === page ? 'Bruno' : 'Ana');
  await told(loser).getByRole('button', { name: 'Fechar' }).click();
  await tab(loser, 'pending').click();
  await expect(row(loser, 'Davi Melo')).toBeVisible();
  await expect(row(loser, 'Carla Dias')).toHaveCount(0);
  await expect(winner.getByRole('textbox', { name: 'Mensagem' })).toBeVisible();
});

test('three tickets are served by keyboard alone', async () => {
  await page.goto(new URL('/#/tickets', page.url()).href);
  await tab(page, 'open').focus();
  for (const [name, number] of [
    ['Fábio Lins', FABIO],
    ['Elisa Prado', ELISA],
    ['Davi Melo', DAVI],
  ] as const) {
    await page.keyboard.press('2');
    await press(page, name, 'a');
    await expect(page.getByRole('region', { name: `Conversa com ${name}` })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused();
    await page.keyboard.type(`Tudo certo, ${name}!`);
    await page.keyboard.press('Enter');
    await expect(bubble(page, `Tudo certo, ${name}!`)).toBeVisible();
    await page.keyboard.press('Alt+f');
    await expect(page.getByText('Escolha um atendimento')).toBeVisible();
    await stack.sandbox.waitForMessage({ number, text: `Tudo certo, ${name}!` });
  }
  await expect(tab(page, 'closed')).toContainText('3');
});

test('filters narrow, count in the tabs, and are remembered, without a server too', async () => {
  await tab(page, 'open').click();
  await expectCounts({ open: 3, pending: 1 });
  await page.getByRole('button', { name: 'Filtrar' }).click();
  const form = page.getByRole('dialog', { name: 'Filtrar' });
  await form.getByRole('combobox', { name: 'Atendentes' }).click();
  await page.getByRole('option', { name: 'Ana' }).click();
  await form.getByRole('combobox', { name: 'Filas' }).click();
  await page.getByRole('option', { name: 'Atendimento' }).click();
  await show(page, 'list-filter', ['light', 'dark', 'phone']);
  await page.keyboard.press('Escape');
  await expect(row(page, 'Maria Souza')).toBeVisible();
  await expectRowsAgree();
  await show(page, 'list-filtered', ['light', 'phone-dark']);

  await stack.stopServer();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Tirar o filtro: Ana/ })).toBeVisible();
  await expectRowsAgree();
  const before = await countOf('open');
  await press(page, 'Maria Souza', 'f');
  await expect.poll(() => countOf('open')).toBe(before - 1);
  await expectRowsAgree();
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expectRowsAgree();
  await searchFor('zuleica');
  await expect(page.getByText('Sem o servidor')).toBeVisible();
  await page.keyboard.press('Escape');
  await stack.startServer();
  await expect(page.getByTestId('sync-status')).toHaveText('Ao vivo', { timeout: 30_000 });
});

test('the search finds what is here at once, and what only the server has', async () => {
  await searchFor('te');
  await expect(row(page, 'Gina Teixeira')).toBeVisible();
  await searchFor('zuleica');
  const found = row(page, 'Zuleica Antiga');
  await expect(page.getByText('Mais antigos, do servidor')).toBeVisible();
  await expect(found).toContainText(/\d\d\/\d\d\/\d{4}/);
  await show(page, 'list-search', ['light', 'dark']);
  await found.getByRole('button').first().click();
  await expect(page.getByRole('region', { name: 'Conversa com Zuleica Antiga' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('zuleica');
  await page.getByRole('button', { name: 'Limpar a busca' }).click();
});

test('finishing is taken back before anybody hears of it, by the agent or by the customer', async () => {
  const closings = () => sql`
    select from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where c.number = ${JOAO} and m.media_type = 'event' and m.body like '%"closed"%'`;
  await tab(page, 'open').click();
  await press(page, 'João Pereira', 'Enter');
  const conversation = page.getByRole('region', { name: 'Conversa com João Pereira' });
  await expect(conversation).toBeVisible();
  await page.keyboard.press('Alt+f');
  await expect(page.getByText('Finalizado: João Pereira')).toBeVisible();
  await expect(row(page, 'João Pereira')).toHaveCount(0);
  await show(page, 'list-finished', ['light', 'dark']);
  await page.keyboard.press('Alt+z');
  await expect(conversation).toBeVisible();
  await expect(page.getByText('Finalizado: João Pereira')).toBeHidden();

  await page.keyboard.press('Alt+f');
  await expect(row(page, 'João Pereira')).toHaveCount(0);
  await shop.hears(JOAO, 0, 'Espere, tem mais uma coisa');
  const told = page.getByRole('alert').filter({ hasText: 'O cliente acabou de escrever' });
  await told.getByRole('button', { name: 'Fechar' }).click();
  await expect(row(page, 'João Pereira')).toContainText('Espere');
  expect(await closings()).toHaveLength(0);
});

test('the menu of a row, tags, a transfer and the way back to the queue', async () => {
  await tab(page, 'open').click();
  await row(page, 'João Pereira').getByRole('button').first().click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /Transferir/ })).toBeVisible();
  await show(page, 'list-menu', ['light', 'dark']);
  await page.getByRole('menuitem', { name: /Etiquetas/ }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Etiquetas' }).click();
  await page.getByRole('option', { name: 'VIP' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(row(page, 'João Pereira')).toContainText('VIP');

  await row(page, 'João Pereira').getByRole('button').first().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: /Devolver à fila/ }).click();
  await expect(row(page, 'João Pereira')).toBeHidden();
  await page.keyboard.press('2');
  await press(page, 'João Pereira', 't');
  const dialog = page.getByRole('dialog', { name: 'Transferir João Pereira' });
  await dialog.getByRole('combobox', { name: 'Fila' }).click();
  await page.getByRole('option', { name: /Vendas/ }).click();
  await dialog.getByRole('combobox', { name: 'Atendente' }).click();
  await expect(page.getByRole('option', { name: /Ana/ })).toHaveAttribute('data-combobox-disabled', 'true');
  await page.getByRole('option', { name: /Bruno/ }).click();
  await dialog.getByLabel('Nota para quem continua').fill('Já pagou a entrada.');
  await show(page, 'list-transfer', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(row(page, 'João Pereira')).toHaveCount(0);
  await tab(other, 'open').click();
  await expect(row(other, 'João Pereira')).toContainText('Vendas');
  const notes = () => sql`select 1 from messages where media_type = 'note' and body = 'Já pagou a entrada.'`;
  await expect.poll(async () => (await notes()).length).toBe(1);
});

test('several at once: what failed is named, with the reason', async () => {
  await page.goto(new URL('/#/tickets', page.url()).href);
  await tab(page, 'closed').click();
  await row(page, 'Davi Melo').hover();
  await page.getByRole('checkbox', { name: /Davi Melo/ }).check({ force: true });
  const bar = page.getByRole('toolbar', { name: 'Ações para os selecionados' });
  await expect(bar).toContainText('1 selecionado');
  await press(page, 'Davi Melo', 'Control+a');
  await expect(bar).not.toContainText('1 selecionado');
  await show(page, 'list-selection', ['light', 'dark']);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  await tab(page, 'pending').click();
  for (const customer of [DAVI, ELISA, FABIO]) await shop.hears(customer, 0, 'Mais uma coisa');
  await expect(row(page, 'Fábio Lins')).toBeVisible();
  await row(page, 'Fábio Lins')
    .getByRole('button')
    .first()
    .click({ modifiers: ['Control'] });
  await row(page, 'Davi Melo')
    .getByRole('button')
    .first()
    .click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('3 selecionados');
  await sql`
    update tickets t set status = 'open', user_id = u.id from users u, contacts c
    where u.name = 'Bruno' and c.id = t.contact_id and c.number = ${ELISA} and t.status = 'pending'`;
  await bar.getByRole('button', { name: 'Aceitar' }).click();
  const summary = page.getByRole('dialog', { name: '1 atendimento ficou como estava' });
  await expect(summary).toContainText('Elisa Prado');
  await expect(summary).toContainText('2 atendimentos aceitos');
  await show(page, 'list-bulk-summary', ['light']);
  await summary.getByRole('button', { name: 'Fechar' }).last().click();
});

test('a click hits the ticket that was aimed at, whatever comes in', async () => {
  await tab(page, 'open').click();
  const rows = page.getByTestId('ticket-list').getByRole('listitem');
  const place = async (index: number) => {
    const box = await rows.nth(index).boundingBox();
    return { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 30 };
  };
  const nameAt = (index: number) => rows.nth(index).getAttribute('data-row');
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  const [first, second] = [await nameAt(0), await nameAt(1)];
  const { x, y } = await place(0);
  await bump(second, 'Chegou agora');
  // The hand is on its way: the news is there, the order waits.
  await expect(async () => {
    await page.mouse.move(x + Math.random() * 4, y);
    await expect(page.getByText('Chegou agora')).toBeVisible({ timeout: 1 });
  }).toPass({ intervals: [50] });
  expect([await nameAt(0), await nameAt(1)]).toEqual([first, second]);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(await uuidOf(first)));

  // The hand rests, the rows change places under it, and the finger was faster than the eye.
  await page.goto(new URL('/#/tickets', page.url()).href);
  await page.mouse.move(x, y);
  await expect.poll(() => nameAt(0)).toBe(second);
  await bump(first, 'E agora outra');
  const opened = await page.evaluate(
    ({ px, py, was }) =>
      new Promise<string>((resolve) => {
        const watch = () => {
          const target = document.elementFromPoint(px, py);
          if (target?.closest('[data-row]')?.getAttribute('data-row') === was) {
            requestAnimationFrame(watch);
            return;
          }
          target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
          requestAnimationFrame(() => resolve(location.hash));
        };
        watch();
      }),
    { px: x, py: y, was: second },
  );
  expect(opened).toBe('#/tickets');
});

test('addresses: a foreign queue, none at all, and one without a server', async () => {
  await page.goto(new URL(`/#/tickets/${await foreignUuid()}`, page.url()).href);
  await expect(page.getByText('Acesso não permitido')).toBeVisible();
  await expect(page).toHaveURL(/#\/tickets$/);
  await page.goto(new URL(`/#/tickets/${crypto.randomUUID()}`, page.url()).href);
  await expect(page.getByText('Atendimento não encontrado')).toBeVisible();

  await tab(page, 'open').click();
  const name = 'Fábio Lins';
  const conversation = page.getByRole('region', { name: `Conversa com ${name}` });
  // A click while rows still move opens nothing.
  await expect(async () => {
    await row(page, name).getByRole('button').first().click();
    await expect(conversation).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const { hash } = new URL(page.url());
  await stack.stopServer();
  await stack.stopConsole();
  const address = new URL(await stack.startConsole());
  await page.goto(address.href);
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await page.goto(new URL(`/${hash}`, address).href);
  await expect(conversation).toBeVisible();
  await expect(bubble(page, 'Mais uma coisa')).toBeVisible();
  await stack.startServer();
  await expect(page.getByTestId('sync-status')).toHaveText('Ao vivo', { timeout: 30_000 });
  expectNoTrouble();
});

test('a conversation is begun with a contact, and deleted by an administrator', async () => {
  const name = 'Zuleica Antiga';
  await page.goto(new URL('/#/tickets', page.url()).href);
  await page.getByRole('button', { name: 'Novo atendimento' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('zuleica');
  await page.getByRole('option', { name }).click();
  await show(page, 'list-new-ticket', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
  await expect(page.getByRole('region', { name: `Conversa com ${name}` })).toBeVisible();
  await expect(row(page, name)).toBeVisible();

  await other.goto(new URL('/#/tickets', other.url()).href);
  await signOut(other);
  await signIn(other, 'admin@demo.balcao.test');
  await row(other, name).getByRole('button').first().click({ button: 'right' });
  await other.getByRole('menuitem', { name: 'Excluir' }).click();
  const sure = other.getByRole('dialog', { name: /Deseja realmente excluir/ });
  await expect(sure).toContainText(name);
  await show(other, 'list-delete', ['light', 'dark']);
  await sure.getByRole('button', { name: 'Excluir' }).click();
  await expect(row(other, name)).toHaveCount(0);
  await expect(row(page, name)).toHaveCount(0);
});

test(`${MANY} tickets open at once and scroll without a hitch`, async () => {
  await signOut(other);
  await signIn(other, 'vera@demo.balcao.test');
  await expect(tab(other, 'open')).toContainText('999+', { timeout: 60_000 });
  await expect(other.getByTestId('sync-status')).toHaveText('Ao vivo', { timeout: 60_000 });
  await tab(other, 'closed').click();
  const rows = other.getByTestId('ticket-list').getByRole('listitem');
  const openMs = await other.evaluate(async () => {
    const started = performance.now();
    document.querySelector<HTMLElement>('[data-testid="tab-open"]')?.click();
    while (!document.querySelector('[data-testid="ticket-item"]'))
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - started;
  });
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(MANY));
  const floor = await scrollThrough(other, 'floor');
  const ours = await scrollThrough(other, 'tickets');
  // Frames depend on what else the machine does, so they are told beside the floor; what is drawn does not.
  const figures = `${Math.round(openMs)} ms to the first row; ${JSON.stringify(ours)}; floor ${JSON.stringify(floor)}`;
  test.info().annotations.push({ type: 'figures', description: figures });
  expect(ours.most).toBeLessThan(60);
  expect(ours.drawn).toBeLessThanOrEqual(floor.most + ours.most);
  expect(ours.drawnAgain).toBe(0);

  await rows.first().getByRole('button').first().focus();
  await other.keyboard.press('End');
  await expect(other.getByText('Cliente 00001', { exact: true })).toBeVisible();
  await expect(row(other, 'Cliente 00001').getByRole('button').first()).toBeFocused();
});

test('further down the list stands still, and says what is new at the top', async () => {
  const before = await placeOf(other, 'Cliente 00001');
  for (const name of ['Cliente 00009', 'Cliente 00700'])
    await sql`
      update tickets t set last_message = 'Voltei', last_message_at = now()
      from contacts c where c.company_id = t.company_id and c.id = t.contact_id and c.name = ${name}`;
  const pill = other.getByRole('button', { name: '2 novas' });
  await expect(pill).toBeVisible();
  expect(await placeOf(other, 'Cliente 00001')).toEqual(before);
  await show(other, 'list-news', ['light', 'dark']);
  await pill.click();
  await expect(row(other, 'Cliente 00700')).toContainText('Voltei');
  await expect(pill).toBeHidden();
});

test('Alt with the arrows leads through the list, also while one writes', async () => {
  const talking = (name: string) => other.getByRole('region', { name: `Conversa com ${name}` });
  const box = other.getByRole('textbox', { name: 'Mensagem' });
  await row(other, 'Cliente 00700').getByRole('button').first().click();
  await expect(talking('Cliente 00700')).toBeVisible();
  await box.fill('Ainda não enviado');
  for (const [key, name] of [
    ['ArrowDown', 'Cliente 00009'],
    ['ArrowDown', 'Cliente 10000'],
    ['ArrowUp', 'Cliente 00009'],
    ['ArrowUp', 'Cliente 00700'],
  ] as const) {
    await other.keyboard.press(`Alt+${key}`);
    await expect(talking(name)).toBeVisible();
    await expect(box).toBeFocused();
  }
  await expect(box).toHaveValue('Ainda não enviado');
  await box.fill('');
});

/** What agents see: the English list is looked at too. */
test('the same in English', async () => {
  await page.goto(new URL('/#/tickets', page.url()).href);
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByText('English', { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toContainText('With unread messages');
  await show(page, 'list-filter-en', ['light', 'phone']);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('zuleica');
  await expect(row(page, 'Zuleica').first()).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await tab(page, 'pending').click();
  await show(page, 'list-en', ['light', 'dark']);
  await page.getByRole('button', { name: 'New ticket' }).click();
  await page.getByRole('option', { name: /Gina/ }).click();
  await show(page, 'list-new-ticket-en', ['light']);
});

/** Where a row stands on the screen. */
const placeOf = (at: Page, name: string) => row(at, name).boundingBox();

const tab = (at: Page, name: 'open' | 'pending' | 'closed' | 'search') => at.getByTestId(`tab-${name}`);

/** Presses a key on a row of the list, which the arrows reach from the first one. */
async function press(at: Page, name: string, key: string): Promise<void> {
  const button: Locator = row(at, name).getByRole('button').first();
  await expect(button).toBeVisible();
  const isFocused = () => button.evaluate((element) => element === document.activeElement);
  if (await at.evaluate(() => document.activeElement?.closest('[data-row]') === null)) await button.focus();
  await at.keyboard.press('Home');
  await expect(async () => {
    if (await isFocused()) return;
    await at.keyboard.press('ArrowDown');
    expect(await isFocused()).toBe(true);
  }).toPass({ intervals: [50], timeout: 10_000 });
  await at.keyboard.press(key);
}

async function searchFor(text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await expect(tab(page, 'search')).toHaveAttribute('aria-selected', 'true');
}

async function countOf(name: 'open' | 'pending'): Promise<number> {
  return Number((await tab(page, name).textContent())?.replace(/\D/g, '') || 0);
}

async function expectCounts(counts: Partial<Record<'open' | 'pending', number>>): Promise<void> {
  for (const [name, count] of Object.entries(counts))
    await expect.poll(() => countOf(name as 'open' | 'pending')).toBe(count);
}

/** In each tab as many rows as its counter says. */
async function expectRowsAgree(): Promise<void> {
  for (const name of ['pending', 'open'] as const) {
    await tab(page, name).click();
    await expect
      .poll(async () => (await page.getByTestId('ticket-item').count()) - (await countOf(name)))
      .toBe(0);
  }
}

async function bump(ticketId: string | null, text: string): Promise<void> {
  await sql`update tickets set last_message = ${text}, last_message_at = now() where id = ${ticketId}`;
}

async function uuidOf(ticketId: string | null): Promise<string> {
  const [ticket] = await sql<{ uuid: string }[]>`select uuid from tickets where id = ${ticketId}`;
  return ticket?.uuid ?? '';
}

async function foreignUuid(): Promise<string> {
  const [ticket] = await sql<{ uuid: string }[]>`
    select t.uuid from tickets t join queues q on q.id = t.queue_id where q.name = 'Volume' limit 1`;
  return ticket?.uuid ?? '';
}

/** A second queue, tags, an old customer whom no console caches, and an agent with very many tickets. */
async function furnish(): Promise<void> {
  await sql`
    with shop as (select company_id, id as connection_id from connections limit 1),
      made as (
        insert into queues (company_id, name, color, order_queue)
        select company_id, name, color, place from shop,
          (values ('Vendas', '#2f9e44', 2), ('Volume', '#1971c2', 3)) as made (name, color, place)
        returning id, name),
      member as (
        insert into user_queues (company_id, user_id, queue_id)
        select company_id, u.id, made.id from users u, made where u.name = 'Bruno' and made.name = 'Vendas'),
      tag as (
        insert into tags (company_id, name, color)
        select company_id, name, color from shop,
          (values ('VIP', '#5f3dc4'), ('Devolução', '#ffd43b')) as made (name, color)),
      vera as (
        insert into users (company_id, name, email, password_hash, profile)
        select company_id, 'Vera', 'vera@demo.balcao.test', password_hash, 'user' from users where name = 'Ana'
        returning id, company_id)
    insert into user_queues (company_id, user_id, queue_id)
    select vera.company_id, vera.id, made.id from vera, made where made.name = 'Volume'`;
  await sql`
    with people as (
      insert into contacts (company_id, name, number)
      select company_id, 'Cliente ' || lpad(n::text, 5, '0'), '55119' || lpad(n::text, 8, '0')
      from connections, generate_series(1, ${MANY}) n returning id, company_id, name)
    insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message, last_message_at)
    select p.company_id, p.id, w.id, q.id, u.id, 'open', 'Olá', now() - interval '1 day' + p.id * interval '1 second'
    from people p, connections w, queues q, users u where q.name = 'Volume' and u.name = 'Vera'`;
  await sql`
    with old as (
      insert into contacts (company_id, name, number)
      select company_id, 'Zuleica Antiga', '5591911110010' from connections returning id, company_id)
    insert into tickets
      (company_id, contact_id, connection_id, queue_id, user_id, status, last_message, last_message_at, closed_at)
    select old.company_id, old.id, w.id, q.id, u.id, 'closed', 'Obrigada!', now() - interval '400 days', now()
    from old, connections w, queues q, users u where q.name = 'Atendimento' and u.name = 'Ana'`;
}
