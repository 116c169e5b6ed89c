import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import type { HandTask, Switched, Typed } from '../../server/bench/benchmarks/conversation.ts';
import { CHROMIUM } from './chromium.ts';

/** Does one task before the built screen, for the benchmark: prints how long it took. */
const SIZE = { width: 1280, height: 800 };
/** Hands need longer from one conversation to the next. */
const REST_MS = 120;

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByTestId('sync-status').getByText('Ao vivo').waitFor({ timeout: 300_000 });
  return {};
}

/** The places of the rows that lie whole within the list. */
const rowsInSight = (page: Page): Promise<{ id: number; x: number; y: number }[]> =>
  page.getByTestId('ticket-list').evaluate((list) => {
    const view = list.parentElement?.getBoundingClientRect();
    return [...list.querySelectorAll<HTMLElement>('[data-row]')].flatMap((row) => {
      const { left, top, bottom } = row.getBoundingClientRect();
      const isWhole = view && top >= view.top && bottom <= view.bottom;
      return isWhole && row.querySelector('button')
        ? [{ id: Number(row.dataset.row), x: left + 120, y: top + 30 }]
        : [];
    });
  });

/**
 * Looks at each frame after the next `event` until `selector` is in sight, or its field has grown.
 *
 * @returns what waits for that; milliseconds from the event until it was painted
 */
async function watch(page: Page, event: 'click' | 'keydown', selector: string) {
  await page.evaluate(
    ({ event, selector }) => {
      const lengthOf = () => document.querySelector<HTMLTextAreaElement>(selector)?.value.length ?? 0;
      const before = event === 'keydown' ? lengthOf() : 0;
      const isThere = () => {
        if (event === 'keydown') return lengthOf() > before;
        return [...document.querySelectorAll(selector)].some((one) => {
          const { left, top, width } = one.getBoundingClientRect();
          const shown = width > 0 && document.elementFromPoint(left + width / 2, top + 2);
          return shown && one.contains(shown);
        });
      };
      const channel = new MessageChannel();
      const painted = new Promise<number>((resolve, reject) => {
        let frames = 0;
        const look = ({ timeStamp }: Event) => {
          const frame = () => {
            const there = isThere();
            if (++frames > 600) return reject(new Error(`nothing is seen of ${selector}`));
            channel.port1.onmessage = () =>
              there ? resolve(performance.now() - timeStamp) : requestAnimationFrame(frame);
            channel.port2.postMessage(null);
          };
          requestAnimationFrame(frame);
        };
        window.addEventListener(event, look, { capture: true, once: true });
      });
      Object.assign(window, { painted });
    },
    { event, selector },
  );
  return () => page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
}

/** Messages of the bench end in the number of their ticket. */
const bubblesOf = (ticketId: number) =>
  `[role="log"] [data-message-id$="${ticketId.toString(16).padStart(12, '0')}"]`;

async function openAt(page: Page, { id, x, y }: { id: number; x: number; y: number }): Promise<number> {
  const painted = await watch(page, 'click', bubblesOf(id));
  await page.mouse.click(x, y);
  const ms = await painted();
  await sleep(REST_MS);
  return ms;
}

async function switchConversations(page: Page, rounds: number): Promise<Switched> {
  const first: number[] = [];
  const opened = new Set<number>();
  while (first.length < rounds) {
    const rows = await rowsInSight(page);
    const row = rows.find(({ id }) => !opened.has(id));
    if (row) {
      opened.add(row.id);
      first.push(await openAt(page, row));
      continue;
    }
    await page.mouse.move(rows[0]?.x ?? 0, rows[0]?.y ?? 0);
    await page.mouse.wheel(0, 500);
    await sleep(REST_MS);
  }
  const [one, other] = (await rowsInSight(page)).filter(({ id }) => opened.has(id));
  if (!one || !other) throw new Error('fewer than two rows in sight');
  const again: number[] = [];
  const floor: number[] = [];
  const pages = new Map<number, string>();
  for (let round = 0; round < rounds; round += 1) {
    const row = round % 2 === 0 ? one : other;
    again.push(await openAt(page, row));
    if (pages.size < 2)
      pages.set(row.id, await page.getByTestId('conversation').evaluate((own) => own.outerHTML));
  }
  await layFloor(page, [...pages.values()]);
  for (let round = 0; round < rounds; round += 1) {
    const id = [...pages.keys()][round % 2] ?? 0;
    floor.push(await openAt(page, { id, x: SIZE.width - 200, y: 300 }));
  }
  return { first, again, floor };
}

/** Replaces the conversation: one click shows the next of these texts. */
const layFloor = (page: Page, texts: string[]) =>
  page.getByTestId('conversation').evaluate((own, all) => {
    const { left, top, width, height } = own.getBoundingClientRect();
    own.remove();
    const floor = document.createElement('div');
    Object.assign(floor.style, {
      position: 'fixed',
      display: 'flex',
      zIndex: '9',
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    document.body.append(floor);
    let turn = 0;
    floor.addEventListener('click', () => {
      floor.innerHTML = all[turn++ % all.length] ?? '';
      const [section] = floor.children;
      if (section instanceof HTMLElement) Object.assign(section.style, { width: '100%', height: '100%' });
      const log = floor.querySelector('[role="log"]');
      if (log) log.scrollTop = log.scrollHeight;
    });
  }, texts);

/** Turns of twenty letters, so that a busy moment of the machine affects both. */
async function type(page: Page, letters: number): Promise<Typed> {
  const [row] = await rowsInSight(page);
  if (!row) throw new Error('no row in sight');
  await page.mouse.click(row.x, row.y);
  const own = '[data-testid="conversation"] form textarea';
  await page.locator(own).waitFor();
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'floor';
    Object.assign(field.style, { position: 'fixed', zIndex: '9', right: '20px', top: '80px' });
    document.body.append(field);
  });
  const result: Typed = { composer: [], floor: [] };
  for (let turn = 0; turn < letters / 20; turn += 1)
    for (const [times, selector] of [
      [result.composer, own],
      [result.floor, '#floor'],
    ] as const) {
      await page.locator(selector).focus();
      for (let letter = 0; letter < 20; letter += 1) {
        const painted = await watch(page, 'keydown', selector);
        // A random moment between two frames.
        await sleep(20 + Math.random() * 17);
        await page.keyboard.press(letter % 6 === 5 ? 'Space' : 'a');
        times.push(await painted());
      }
    }
  return result;
}

const task = JSON.parse(process.argv[2] ?? '{}') as HandTask;
const browser = await chromium.launch(CHROMIUM);
const page = await browser.newPage({ viewport: SIZE, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
try {
  await page.goto(task.url);
  if (task.do !== 'signIn') await page.locator('[data-row] button').first().waitFor({ timeout: 60_000 });
  const told =
    task.do === 'signIn'
      ? await signIn(page, task)
      : task.do === 'switch'
        ? await switchConversations(page, task.rounds)
        : await type(page, task.letters);
  process.stdout.write(`${JSON.stringify(told)}\n`);
} finally {
  await browser.close();
}
