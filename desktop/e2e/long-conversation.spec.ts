import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import { expect, type Page } from '@playwright/test';
import { bubble, EXPECTED_FAILURES, goTo, live, row, signIn } from './acts.ts';
import { addHistory, climb, HISTORY, switchTo } from './long-conversation.ts';
import { JOAO } from './phones.ts';
import { show } from './pictures.ts';
import { PNG } from './quick-messages.ts';
import { test } from './same-browser.ts';
import { openShop, type Shop } from './shop.ts';
import { type Stack, startStack } from './stack.ts';
import { whileMessagesWait } from './stored.ts';
import { watchForTrouble } from './watch.ts';
import { weigh } from './weight.ts';

/** A conversation of years: reading and finding in it. */
const LUCIA = '5531977770004';

// Each test builds on the state of the one before: to repeat one is to repeat them all.
test.describe.configure({ mode: 'serial' });

let stack: Stack;
let shop: Shop;
let page: Page;
let expectNoTrouble: () => void;

test.beforeAll(async ({ browser }) => {
  stack = await startStack({ from: 'linked' });
  shop = await openShop(stack, { [JOAO]: 'João Pereira', [LUCIA]: 'Lúcia Prado' });
  await shop.receivesMessage(LUCIA, 0, {
    kind: 'image',
    fileBase64: PNG.toString('base64'),
    mimetype: 'image/png',
  });
  await shop.receivesMessage(LUCIA, 0, 'Boa tarde');
  await shop.accepts('ana', LUCIA);
  await addHistory(stack, LUCIA);
  await shop.receivesMessage(JOAO, 0, 'Bom dia');
  await shop.accepts('ana', JOAO);
  page = await (await browser.newContext()).newPage();
  expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'ana@demo.balcao.test');
  await expect(live(page)).toBeVisible();
});
test.afterAll(async () => {
  expectNoTrouble?.();
  await page?.context().close();
  await shop?.end();
  await stack?.end();
});

test('the search leads to what lies far back and is not on this computer', async () => {
  await open('Lúcia Prado');
  await expect(bubble(page, 'Boa tarde')).toBeInViewport();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Buscar nesta conversa' });
  // Local results are shown at once, with a note that there may be more.
  const found = page.getByRole('search').getByRole('status');
  await whileMessagesWait(stack, async () => {
    await field.fill('boa tarde');
    await expect(found).toHaveText(/^1 de 1Só nas mensagens que já estão/);
  });
  await expect(found).toHaveText('1 de 1');
  await field.fill('AGULHA');
  await expect(page.getByText('1 de 2')).toBeVisible();
  await expect(bubble(page, 'agulha 9000')).toBeInViewport();
  const said = Date.parse((await bubble(page, 'agulha 9000').locator('time').getAttribute('datetime')) ?? '');
  // The topmost message on the screen is up to some hours older.
  const days = [said, said - 3 * 3_600_000].map((at) =>
    new Date(at).toLocaleDateString('pt-BR', { day: 'numeric', timeZone: 'America/Sao_Paulo' }),
  );
  await expect(page.getByTestId('sticky-day')).toHaveText(new RegExp(`\\b(${days.join('|')}) de `));
  // Where they are shows beside the scroll bar; the other one lies in a part that is not held.
  await expect(page.getByTestId('hit-marks').locator('span')).toHaveCount(1);
  await show(page, 'conversation-find', ['light', 'dark', 'phone']);
  // The search can be resumed from anywhere, and ended.
  await page.getByTestId('message-log').focus();
  await page.keyboard.press('Control+f');
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Próximo resultado' }).press('Escape');
  await expect(field).toBeHidden();
  await page.keyboard.press('Control+f');
  await page.getByTestId('message-log').press('Escape');
  await expect(field).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ir para o fim' })).toBeVisible();
  // So far from the end nothing of it is held; what comes there is said all the same, also when it opens a new ticket.
  await shop.closeElsewhere(LUCIA);
  await shop.receivesMessage(LUCIA, 0, 'Alguém aí?');
  await page.getByRole('button', { name: '1 mensagem nova' }).click();
  await expect(bubble(page, 'Alguém aí?')).toBeInViewport();
  await expect(page.getByTestId('sticky-day')).toBeHidden();
  await page.getByTestId('tab-pending').click();
  await page.getByRole('button', { name: 'Aceitar o atendimento de Lúcia Prado' }).click();
  await page.getByTestId('tab-open').click();
  await expect(row(page, 'Lúcia Prado')).toBeVisible();
});

test('thousands of messages: nothing jumps on the way to the first, twice, and memory stays flat', async () => {
  await open('Lúcia Prado');
  const log = page.getByTestId('message-log');
  await expect(bubble(page, 'Boa tarde')).toBeInViewport();
  const start = await weigh(page);
  // Loads from the server, then from the cache: five hundred pages, less those that came between two looks.
  const climbs = [];
  for (const from of ['server', 'cache']) {
    const { prepends, worst, most } = await climb(log);
    const { nodes, heapMiB } = await weigh(page);
    climbs.push({ from, prepends, worst, most, nodes, heapMiB });
    await page.getByRole('button', { name: 'Ir para o fim' }).click();
    await expect(bubble(page, 'Boa tarde')).toBeInViewport();
  }
  tell({ start, climbs });
  for (const { prepends, worst, most, nodes, heapMiB } of climbs) {
    expect(prepends).toBeGreaterThan((HISTORY / PAGE_SIZE) * 0.9);
    expect(worst).toBeLessThanOrEqual(1);
    expect(most).toBeLessThan(60);
    expect(nodes).toBeLessThan(start.nodes * 1.5);
    expect(heapMiB).toBeLessThan(start.heapMiB * 1.5);
  }
});

test('a conversation of the cache is there at once', async () => {
  await goTo(page, 'Atendimentos');
  const read: string[] = [];
  page.on('websocket', (line) =>
    line.on(
      'framesent',
      ({ payload }) => String(payload).includes('messages.list') && read.push(`${payload}`),
    ),
  );
  await page.reload();
  // Visible ones are loaded before one is opened.
  await expect.poll(() => read.length).toBeGreaterThanOrEqual(SWITCHES.length);
  await expect(page.getByTestId('conversation')).toBeHidden();
  for (const [name, text] of SWITCHES) {
    await open(name);
    await expect(bubble(page, text)).toBeVisible();
  }
  const times = [];
  for (const [name, text] of [...SWITCHES, ...SWITCHES, ...SWITCHES])
    times.push(await switchTo(row(page, name).getByRole('button').first(), text));
  tell({ switched: times.map(({ ms }) => Math.round(ms)) });
  for (const { waited } of times) expect(waited).toBe(0);
});

test('a message that comes during a search does not move the agent away', async () => {
  await open('Lúcia Prado');
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: 'Buscar nesta conversa' });
  await field.fill('AGULHA');
  await expect(page.getByText('1 de 2')).toBeVisible();
  await shop.receivesMessage(LUCIA, 0, 'Achei outra agulha');
  await expect(page.getByText('2 de 3')).toBeVisible();
  await field.press('Enter');
  await expect(page.getByText('3 de 3')).toBeVisible();
  await toADay();
  await field.press('Escape');
  await expect(field).toBeHidden();
});

/** Goes from what was found to what was said first three days before. */
async function toADay(): Promise<void> {
  const said = page.locator('[data-found]').locator('time').first();
  const dayOf = (at: number) => new Date(at).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
  const saidAt = async () => Date.parse((await said.getAttribute('datetime')) ?? '');
  const day = dayOf((await saidAt()) - 3 * 86_400_000);
  await page.getByRole('textbox', { name: 'Ir para o dia' }).fill(day);
  await expect.poll(async () => dayOf(await saidAt())).toBe(day);
}

const SWITCHES = [
  ['João Pereira', 'Bom dia'],
  ['Lúcia Prado', 'Boa tarde'],
] as const;

/** Prints the measurements of the run. */
function tell(figures: object): void {
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) });
}

/** Selects the row of that name: a contact card as last message shows the name in another row. */
const open = async (customer: string) => {
  await page.getByRole('button', { name: new RegExp(`WhatsApp ${customer} `) }).click();
  await expect(page.getByTestId('conversation').locator('header')).toContainText(customer);
};
