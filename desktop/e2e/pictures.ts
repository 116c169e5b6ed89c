import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

export type Look = 'light' | 'dark' | 'phone' | 'phone-dark';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 400, height: 800 };

/**
 * Takes pictures of what stands on the screen, in every look asked for, and lets axe judge each: no serious or
 * critical finding. The person's colour scheme must be "as the system".
 */
export async function show(page: Page, name: string, looks: Look[] = ['light', 'dark']): Promise<void> {
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.endsWith('dark') ? 'dark' : 'light' });
    await page.setViewportSize(look.startsWith('phone') ? PHONE : WIDE);
    await picture(page, `${name}-${look}`);
    await expectAccessible(page, `${name}-${look}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
}

/** One picture, with nothing under the pointer and nothing still moving. */
export async function picture(page: Page, name: string): Promise<void> {
  await still(page);
  await page.screenshot({ path: `e2e/results/pictures/${name}.png` });
}

async function still(page: Page): Promise<void> {
  await page.mouse.move(640, 0);
  await page.evaluate(async () => {
    const frames = async (count: number) => {
      for (let n = 0; n < count; n++) await new Promise(requestAnimationFrame);
    };
    // A loader's animation never ends and is not waited for.
    const moving = () =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
    // One movement may begin a few frames after another has ended.
    do {
      await Promise.allSettled(moving().map((animation) => animation.finished));
      await frames(4);
    } while (moving().length > 0);
  });
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  let found = await graveFindings(page);
  // What was on its way out while axe read the page, as a toast is, has gone by now.
  if (found.length > 0) {
    await still(page);
    found = await graveFindings(page);
  }
  expect.soft(found, name).toEqual([]);
}

async function graveFindings(page: Page): Promise<string[]> {
  // Once in each document: to read it costs as much as to judge.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
