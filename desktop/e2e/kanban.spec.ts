import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { goTo, hurry, live } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { JOAO, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';

/** The board: cards by mouse and by touch, and what is said when somebody was faster. */
test.describe.configure({ mode: 'serial' });

/** Their ids by their names. */
const lanes = new Map<string, number>();
const day = beginDay({
  customers: { [MARIA]: 'Maria Souza', [JOAO]: 'João Pereira' },
  served: [MARIA, JOAO],
  withLine: true,
  async prepare({ shop }) {
    for (const name of ['Negociação', 'Cobrança', 'Montagem']) {
      const body = { name, color: '#0c8599', kanban: 1 };
      lanes.set(name, (await shop.sets<{ id: number }>('POST', '/tags', body)).id);
    }
  },
});

const lane = (page: Page, name: string): Locator =>
  page.getByTestId('kanban-lane').filter({ has: page.getByRole('heading', { name, exact: true }) });
const card = (within: Page | Locator, name: string): Locator =>
  within.getByTestId('kanban-card').filter({ hasText: name });

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

/** A finger that rests on the card until it is lifted, and takes it along. */
async function dragByTouch(page: Page, finger: CDPSession, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', start);
  await expect(page.locator('body > [data-testid="kanban-card"]')).toBeVisible();
  for (const part of [0.3, 0.6, 1]) {
    const at = { x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) };
    await touch('touchMove', at);
  }
  await expect(to).toHaveAttribute('data-aimed');
  await touch('touchEnd');
}

test('cards go from lane to lane by mouse and by touch, and the page is as it was left', async ({ page }) => {
  await goTo(page, 'Kanban');
  await dragByMouse(page, card(page, 'Maria Souza'), lane(page, 'Negociação'));
  await expect(card(lane(page, 'Negociação'), 'Maria Souza')).toBeVisible();
  await expect(page.getByText('Ticket Tag Adicionado com Sucesso!')).toBeVisible();

  const finger = await page.context().newCDPSession(page);
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await dragByTouch(page, finger, card(page, 'Maria Souza'), lane(page, 'Cobrança'));
  await expect(card(lane(page, 'Cobrança'), 'Maria Souza')).toBeVisible();
  await expect(page).toHaveURL(/#\/kanban$/);
  // A tap still opens, and a finger that moves at once scrolls.
  const at = await middleOf(card(page, 'João Pereira'));
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await finger.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: [{ x: at.x, y: at.y - 60 }],
  });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page.locator('body > [data-testid="kanban-card"]')).toHaveCount(0);
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: false });

  await page.getByRole('searchbox', { name: 'Buscar cartões' }).fill('joão');
  await expect(card(page, 'Maria Souza')).toHaveCount(0);
  await goTo(page, 'Tarefas');
  await goTo(page, 'Kanban');
  await expect(page.getByRole('searchbox', { name: 'Buscar cartões' })).toHaveValue('joão');
  await expect(card(page, 'João Pereira')).toBeVisible();
  await expect(card(page, 'Maria Souza')).toHaveCount(0);
  await page.getByRole('button', { name: 'Limpar', exact: true }).click();
  await expect(card(page, 'Maria Souza')).toBeVisible();
  await show(page, 'kanban', ['light', 'dark', 'phone']);
});

test('whoever was slower, or drops a card into a lane that is gone, is told so', async ({ page }) => {
  const { stack, shop } = day();
  await goTo(page, 'Kanban');
  await expect(card(page, 'Maria Souza')).toBeVisible();
  await stack.line?.stop();
  await expect(live(page)).toHaveCount(0);
  await dragByMouse(page, card(page, 'Maria Souza'), lane(page, 'Em aberto'));
  await dragByMouse(page, card(page, 'João Pereira'), lane(page, 'Montagem'));
  await expect(card(lane(page, 'Montagem'), 'João Pereira')).toBeVisible();
  await shop.movesCard(MARIA, lanes.get('Negociação') ?? 0);
  await shop.sets('PUT', `/tags/${lanes.get('Montagem')}`, { kanban: 0 });
  await stack.line?.start();
  await hurry(page);
  const told = page.getByRole('alert').filter({ hasText: 'O cartão não foi movido' });
  for (const words of [
    'Alguém já moveu este cartão para “Negociação”. Ele ficou lá.',
    'Esta coluna não existe mais. O cartão ficou onde estava.',
  ])
    await expect(told.filter({ hasText: words })).toBeVisible();
  await expect(card(lane(page, 'Negociação'), 'Maria Souza')).toBeVisible();
  await expect(card(lane(page, 'Em aberto'), 'João Pereira')).toBeVisible();
});
