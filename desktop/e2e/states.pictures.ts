import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { signIn, signOut } from './acts.ts';
import { holdAnswers } from './held-answers.ts';
import { startShopAtWork } from './shop-at-work.ts';
import { startStack } from './stack.ts';

/** A gallery of every page in each of its states, for people to look at: `results/states/index.html`. */

const FOLDER = fileURLToPath(new URL('./results/states/', import.meta.url));
const WIDE = { width: 1366, height: 768 };
const NARROW = { width: 400, height: 800 };

interface Picture {
  state: string;
  page: string;
  file: string;
}

const taken: Picture[] = [];
/** What no page may do, whatever its state. */
const wrong: string[] = [];

test.describe.configure({ timeout: 1_800_000 });
test.beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
});
test.afterAll(() => writeFile(join(FOLDER, 'index.html'), indexOf(taken)));

test('every page in each of its states', async ({ page }) => {
  const stack = await startShopAtWork();
  page.on('pageerror', (error) => wrong.push(error.message));
  const answers = await holdAnswers(page);
  try {
    await page.goto(await stack.startConsole());
    await signIn(page, 'admin@demo.balcao.test');
    await expect(page.getByTestId('ticket-list')).toBeVisible();
    const paths = await listPages(page);
    expect(paths.length).toBeGreaterThan(30);
    for (const path of paths) {
      await look(page, path, 'loaded');
      for (const mode of ['held', 'failed', 'offline'] as const) {
        await page.goto(await freshAddress(page));
        await expect(page.getByTestId('ticket-list')).toBeVisible();
        answers.become(mode);
        await look(page, path, mode);
        answers.become('passed');
      }
    }
    for (const language of ['English', 'Español']) {
      await chooseLanguage(page, language);
      for (const path of paths) await look(page, path, language, [WIDE]);
    }
    await chooseLanguage(page, 'Português');
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const path of paths) await look(page, path, 'dark');
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    for (const path of paths) await look(page, path, 'forced colours', [WIDE]);
    await page.emulateMedia({ forcedColors: 'none' });
    // At 200 % a window has half its width and height.
    for (const path of paths) await look(page, path, '200 %', [{ width: 683, height: 384 }]);
    const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-states' });
    await sql`
      update plans set use_campaigns = false, use_open_ai = false, use_internal_chat = false, use_kanban = false,
        use_schedules = false, use_integrations = false, use_external_api = false`;
    await sql.end();
    await signOut(page);
    await signIn(page, 'admin@demo.balcao.test');
    for (const path of paths) await look(page, path, 'plan without it', [WIDE]);
    await signOut(page);
    await signIn(page, 'ana@demo.balcao.test');
    for (const path of paths) await look(page, path, 'without permission', [WIDE]);
  } finally {
    await stack.end();
  }
  expect(wrong).toEqual([]);
});

test('every page of a company that has nothing yet', async ({ page }) => {
  const stack = await startStack();
  try {
    await page.goto(await stack.startConsole());
    await signIn(page, 'admin@demo.balcao.test');
    await page.keyboard.press('Escape');
    for (const path of await listPages(page)) await look(page, path, 'empty');
  } finally {
    await stack.end();
  }
  expect(wrong).toEqual([]);
});

const freshAddress = async (page: Page) => `${page.url().split('#')[0]}?${Math.random()}#/tickets`;

/** As the navigation lists them. */
async function listPages(page: Page): Promise<string[]> {
  const links = () =>
    page
      .locator('nav a[href^="#/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const found = new Set<string>();
  for (const link of await links()) {
    await page.evaluate((href) => (location.hash = href), link);
    await page.waitForTimeout(300);
    for (const one of await links()) found.add(one.slice(1));
  }
  return [...found];
}

async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.keyboard.type(language);
  await page.getByRole('dialog').getByText(language).click();
}

async function look(page: Page, path: string, state: string, sizes = [WIDE, NARROW]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate((to) => (location.hash = to), path);
    await page.waitForTimeout(900);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > size.width) wrong.push(`${path} ${state}: ${width} pixels on ${size.width}`);
    const file = `${state}-${size.width}${path.replaceAll('/', '-')}.jpg`.replaceAll(/[ %]/g, '');
    await page.screenshot({ path: join(FOLDER, file), type: 'jpeg', quality: 60 });
    taken.push({ state: `${state} ${size.width}`, page: path, file });
  }
}

function indexOf(pictures: readonly Picture[]): string {
  const parts = [...Map.groupBy(pictures, ({ state }) => state)].map(
    ([state, those]) =>
      `<h2 id="${state}">${state}</h2><div>${those
        .map(
          ({ page, file }) =>
            `<figure><a href="${file}"><img src="${file}" loading="lazy"></a><figcaption>${page}</figcaption></figure>`,
        )
        .join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>States</title>
<style>body{font:13px sans-serif}div{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{height:220px;border:1px solid #ccc}</style>
${parts.join('\n')}`;
}
