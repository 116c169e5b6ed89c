import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

export type Look = 'light' | 'dark' | 'phone' | 'phone-dark';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 400, height: 800 };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Rules whose findings are never serious. */
const LIGHT_RULES = `
  aria-allowed-role aria-deprecated-role empty-heading empty-table-header form-field-multiple-labels heading-order
  html-xml-lang-mismatch image-redundant-alt landmark-banner-is-top-level landmark-contentinfo-is-top-level
  landmark-main-is-top-level landmark-no-duplicate-banner landmark-no-duplicate-contentinfo landmark-no-duplicate-main
  landmark-one-main landmark-unique meta-viewport meta-viewport-large no-autoplay-audio page-has-heading-one
  presentation-role-conflict region scope-attr-valid server-side-image-map skip-link table-duplicate-name`;
const ALL: RunOptions = {
  rules: Object.fromEntries(
    LIGHT_RULES.trim()
      .split(/\s+/)
      .map((rule) => [rule, { enabled: false }]),
  ),
};
/** The uppermost of the dialogs that cover the page, which is shown by itself where no dialog covers it. */
const WHAT_CAN_BE_USED = `
  [...document.querySelectorAll('[aria-modal=true]')].filter((one) => one.checkVisibility()).at(-1) ?? document`;
const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** The pictures of most runs are never viewed. */
const WITH_PICTURES = process.env.PICTURES === '1';

/** The first look of a screen, and one of the others: each commit draws another. All of them for pictures, and in deep runs. */
function drawn(name: string, looks: readonly Look[]): readonly Look[] {
  if (WITH_PICTURES || process.env.DEEP === '1' || looks.length < 3) return looks;
  const [first, ...others] = looks as [Look, ...Look[]];
  const draw = [...name].reduce(
    (sum, letter) => sum + (letter.codePointAt(0) ?? 0),
    Number(process.env.SEED ?? 0),
  );
  return [first, others[draw % others.length] as Look];
}

/**
 * Shows the screen in the requested looks, and lets axe judge each: no serious or critical finding. The
 * person's colour scheme must be "as the system". Of two looks of the same width only the colours can differ.
 */
export async function show(page: Page, name: string, looks: Look[] = ['light', 'dark']): Promise<void> {
  const judged = new Set<typeof WIDE>();
  let scheme: 'light' | 'dark' = 'light';
  // Setting an unchanged value redraws the page too.
  const change = async (wanted: typeof scheme, size: typeof WIDE) => {
    if (scheme !== wanted) await page.emulateMedia({ colorScheme: wanted });
    if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
    scheme = wanted;
  };
  for (const look of drawn(name, looks)) {
    const size = look.startsWith('phone') ? PHONE : WIDE;
    await change(look.endsWith('dark') ? 'dark' : 'light', size);
    await still(page);
    await shoot(page, `${name}-${look}`);
    await expectAccessible(page, `${name}-${look}`, judged.has(size) ? COLOURS : ALL);
    judged.add(size);
  }
  await change('light', WIDE);
}

/** Takes one picture, with nothing under the pointer and nothing still moving. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!WITH_PICTURES) return;
  await still(page);
  await shoot(page, name);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (WITH_PICTURES) await page.screenshot({ path: `e2e/results/pictures/${name}.png` });
}

export async function still(page: Page): Promise<void> {
  await page.mouse.move(640, 0);
  await page.evaluate(async () => {
    const frames = async (count: number) => {
      for (let n = 0; n < count; n++) await new Promise(requestAnimationFrame);
    };
    // Endless animations, such as a loader or a countdown, are not waited for.
    const isShort = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime) <= 1_000;
    const moving = () =>
      document.getAnimations().filter((one) => one.playState === 'running' && isShort(one));
    // One animation may begin a few frames after another has ended.
    do {
      await Promise.allSettled(moving().map((animation) => animation.finished));
      await frames(4);
    } while (moving().length > 0);
  });
}

async function expectAccessible(page: Page, name: string, rules: RunOptions): Promise<void> {
  let found = await graveFindings(page, rules);
  // Elements that were disappearing while axe read the page, such as a toast, are gone by now.
  if (found.length > 0) {
    await still(page);
    found = await graveFindings(page, rules);
  }
  expect.soft(found, name).toEqual([]);
}

async function graveFindings(page: Page, rules: RunOptions): Promise<string[]> {
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'] });
  // Once in each document: to read it costs as much as to judge.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${WHAT_CAN_BE_USED}, ${options})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
