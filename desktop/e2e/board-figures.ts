import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { BoardFigures, BoardOptions } from '../../server/bench/benchmarks/kanban.ts';
import { startProcess } from '../../server/test/process.ts';
import { signIn } from './acts.ts';
import { CHROMIUM } from './chromium.ts';
import { usedConsole } from './used-console.ts';

/** Opens the kanban board and carries a card over it in the browser, for the benchmark: prints the times. */
const OPENINGS = 15;
const ROUNDS = 5;

const { serverUrl, dataDir, people, cards }: BoardOptions = JSON.parse(process.argv[2] ?? '');
const consoles: { stop(): Promise<void> }[] = [];
const browser = await chromium.launch(CHROMIUM);
let figures: BoardFigures;
try {
  const full = await openConsole(browser, 'full');
  const empty = await openConsole(browser, 'empty');
  await full.goto(`${full.url().split('#')[0]}#/kanban`);
  await untilWhole(full);
  figures = await measure(full, empty);
} finally {
  await browser.close();
  for (const console of consoles) await console.stop();
}
// This is the last line: its reader ends this program.
process.stdout.write(`${JSON.stringify(figures)}\n`);

async function openConsole(at: Browser, who: keyof BoardOptions['people']): Promise<Page> {
  const args = ['--with-parent', '--server', serverUrl];
  args.push('--data', usedConsole(join(dataDir, who)), '--port', '0');
  const console = startProcess<{ url: string }>('desktop/src/hosts/browser/main.ts', { args });
  consoles.push(console);
  const page = await at.newPage({ locale: 'pt-BR', viewport: { width: 1366, height: 768 } });
  await page.goto((await console.ready).url);
  const { email, password } = people[who];
  await signIn(page, email, password);
  return page;
}

async function untilWhole(page: Page): Promise<void> {
  await page.waitForFunction(
    (all) => {
      const totals = [...document.querySelectorAll('[data-testid="kanban-total"]')];
      return (
        totals.reduce((sum, { textContent }) => sum + Number(textContent?.replace(/\D/g, '')), 0) === all
      );
    },
    cards,
    { timeout: 180_000 },
  );
}

/** The two take turns, so that both meet the same machine. */
async function measure(full: Page, empty: Page): Promise<BoardFigures> {
  const openings: BoardFigures['openings'] = { full: [], empty: [] };
  for (let n = 0; n < OPENINGS; n++) {
    openings.empty.push(await openBoard(empty));
    openings.full.push(await openBoard(full));
  }
  await full.bringToFront();
  let longestTask = 0;
  for (let round = 0; round < ROUNDS; round++) longestTask = Math.max(longestTask, await carry(full));
  return { openings, longestTask };
}

async function openBoard(page: Page): Promise<number> {
  await page.bringToFront();
  await page.evaluate(() => {
    window.location.hash = '#/todolist';
  });
  await page.getByTestId('kanban-lane').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
  return page.evaluate(async () => {
    const painted = () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        requestAnimationFrame(() => port2.postMessage(null));
      });
    await painted();
    const started = performance.now();
    window.location.hash = '#/kanban';
    const shows = () =>
      document.querySelector('[data-testid="kanban-card"], [data-testid="kanban-lane"] p') !== null;
    do await painted();
    while (!shows());
    return performance.now() - started;
  });
}

/** Takes the first card of a lane to the next and over all of them. @returns the longest task that it took */
async function carry(page: Page): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
    Object.assign(window, { seen });
  });
  const lanes = page.getByTestId('kanban-lane');
  const card = await lanes.nth(0).getByTestId('kanban-card').first().boundingBox();
  const target = await lanes.nth(1).boundingBox();
  if (!card || !target) throw new Error('no board');
  await page.mouse.move(card.x + 60, card.y + 40);
  await page.mouse.down();
  for (const x of [500, 800, 1_100, 800]) await page.mouse.move(x, 400, { steps: 15 });
  await page.mouse.move(target.x + 100, target.y + 200, { steps: 15 });
  const longest = await page.evaluate(
    () => (window as unknown as { seen: { longest: number } }).seen.longest,
  );
  await page.mouse.up();
  await page.waitForTimeout(1_000);
  return longest;
}
