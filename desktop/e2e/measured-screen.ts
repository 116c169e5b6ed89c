import { chromium, type Page } from '@playwright/test';
import { CHROMIUM } from './chromium.ts';
import { rendererMiB, weigh } from './weight.ts';

/** A browser in which a benchmark looks at the console. */
export interface MeasuredScreen {
  /** A new window with nothing in its cache, at the tickets; resolves when their list can be used. */
  open(url: string): Promise<void>;
  /** Opens a console without a session; resolves when the sign-in screen takes input. */
  openSignIn(url: string): Promise<void>;
  /** Shows these conversations one after the other, each until its messages are shown. */
  read(ticketUuids: readonly string[]): Promise<void>;
  /** Memory of the window opened last; before the first one, of an empty one. */
  weight(): Promise<{ heapMiB: number; processMiB: number }>;
  close(): Promise<void>;
}

export async function openScreen(): Promise<MeasuredScreen> {
  const browser = await chromium.launch(CHROMIUM);
  let page: Page = await browser.newPage();
  async function newWindow(url: string): Promise<void> {
    // Nothing of the previous window is left, nor of its processes.
    await page.context().close();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' });
    await page.goto(url);
    // The entry hands a cookie on and leads to the bare address.
    await page.waitForURL(({ search }) => search === '');
  }
  return {
    async open(url) {
      await newWindow(url);
      // An admin's first page is another one.
      await page.evaluate("location.hash = '#/tickets'");
      await page.getByTestId('ticket-item').first().waitFor();
    },
    async openSignIn(url) {
      await newWindow(url);
      await page.getByLabel('E-mail').fill('ana@demo.balcao.test');
    },
    async read(ticketUuids) {
      const origin = new URL(page.url()).origin;
      for (const uuid of ticketUuids) {
        await page.goto(`${origin}/#/tickets/${uuid}`);
        await page.getByTestId('conversation').getByTestId('message').first().waitFor();
      }
    },
    async weight() {
      const { heapMiB } = await weigh(page);
      return { heapMiB, processMiB: await rendererMiB(browser) };
    },
    async close() {
      await browser.close();
    },
  };
}
