import { chromium, type Page } from '@playwright/test';
import type { ListFigures, ListOptions } from '../../server/bench/benchmarks/screen.ts';
import { startProcess } from '../../server/test/process.ts';
import { signIn } from './acts.ts';
import { CHROMIUM } from './chromium.ts';
import { clickThrough, watchClicks } from './clicks.ts';
import { openList, scrollThrough } from './scrolling.ts';
import { usedConsole } from './used-console.ts';

/** Opens and scrolls an agent's ticket list in the browser and clicks through the console, for the benchmark: prints the times. */
const OPENINGS = 15;
const ROUNDS = 3;

const { serverUrl, dataDir, person, open }: ListOptions = JSON.parse(process.argv[2] ?? '');
const args = ['--with-parent', '--server', serverUrl, '--data', usedConsole(dataDir), '--port', '0'];
const console = startProcess<{ url: string }>('desktop/src/hosts/browser/main.ts', { args });
const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage({ locale: 'pt-BR', viewport: { width: 1280, height: 800 } });
let figures: ListFigures;
try {
  await watchClicks(page);
  await page.goto((await console.ready).url);
  await signIn(page, person.email, person.password);
  const whole = page.locator(`[data-testid="ticket-list"] [aria-setsize="${open}"]`).first();
  await whole.waitFor({ timeout: 120_000 });
  figures = await measure(page);
} finally {
  await browser.close();
  await console.stop();
}
// This is the last line: its reader ends this program.
process.stdout.write(`${JSON.stringify(figures)}\n`);

/** The two take turns, so that both meet the same machine. */
async function measure(at: Page): Promise<ListFigures> {
  const figures: ListFigures = {
    openings: [],
    floors: [],
    ours: [],
    clicked: await clickThrough(at, ROUNDS),
  };
  for (let n = 0; n < OPENINGS; n++) {
    await openList(at, 'pending');
    figures.openings.push(await openList(at, 'open'));
  }
  for (let round = 0; round < ROUNDS; round++) {
    figures.floors.push(await scrollThrough(at, 'floor'));
    figures.ours.push(await scrollThrough(at, 'tickets'));
  }
  return figures;
}
