import type { Page } from '@playwright/test';
import type { Clicked } from '../../server/bench/benchmarks/screen.ts';

interface Watched {
  durations: number[];
  shift: number;
}
declare global {
  interface Window {
    watched: Watched;
  }
}

/** The browser tells of no event that is faster. */
const LEAST_MS = 16;
/** After that whatever a click does has been drawn. */
const REST_MS = 400;

/** From the next page that is opened on. */
export async function watchClicks(page: Page): Promise<void> {
  await page.addInitScript((threshold) => {
    const watched: Watched = { durations: [], shift: 0 };
    window.watched = watched;
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === 'click') watched.durations.push(duration);
    }).observe({ type: 'event', durationThreshold: threshold, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) watched.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  }, LEAST_MS);
}

/** What an agent clicks all day: tabs, tickets, areas; and a bare button as often. */
export async function clickThrough(page: Page, rounds: number): Promise<Clicked> {
  const clicked: Clicked = { ours: [], bare: [], shift: 0 };
  const rail = page.getByRole('navigation').first().getByRole('link');
  const ticket = page.getByTestId('ticket-item');
  for (let round = 0; round < rounds; round++) {
    for (const tab of ['pending', 'open']) clicked.ours.push(await click(page, `[data-testid="tab-${tab}"]`));
    for (let place = 0; place < 3; place++) {
      await ticket.nth(place).waitFor();
      clicked.ours.push(await click(page, `[data-testid="ticket-item"] >> nth=${place}`));
    }
    for (let place = 1; place < (await rail.count()) - 1; place++)
      clicked.ours.push(await click(page, `nav >> nth=0 >> a >> nth=${place}`));
    clicked.ours.push(await click(page, 'nav >> nth=0 >> a >> nth=0'));
    clicked.bare.push(...(await clickBare(page)));
  }
  clicked.shift = await page.evaluate(() => window.watched.shift);
  return clicked;
}

async function click(page: Page, selector: string): Promise<number> {
  await page.evaluate(() => (window.watched.durations = []));
  await page.locator(selector).click();
  await page.waitForTimeout(REST_MS);
  const [duration = LEAST_MS] = await page.evaluate(() => window.watched.durations);
  return duration;
}

/** Over everything else, in a corner. */
async function clickBare(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const button = Object.assign(document.createElement('button'), { id: 'bare', textContent: 'Bare' });
    Object.assign(button.style, { position: 'fixed', top: '0', left: '0', zIndex: '99999' });
    document.body.append(button);
  });
  const durations: number[] = [];
  for (let n = 0; n < 5; n++) durations.push(await click(page, '#bare'));
  await page.evaluate(() => document.querySelector('#bare')?.remove());
  return durations;
}
