import type { Page } from '@playwright/test';

/** The cost of scrolling through a list, frame by frame. */
export interface Scrolled {
  /** How long each frame took to come, in milliseconds, the shortest first. */
  frames: number[];
  /** Frames that came after their due time. */
  dropped: number;
  /** Tasks of more than 50 ms. */
  longTasks: number;
  /** The largest number of rows in the document at once. */
  most: number;
  /** Rows that came into view, and redraws of rows that were there already. */
  drawn: number;
  drawnAgain: number;
}

const STEPS = 150;

/** Scrolls the ticket list, or the floor below it, as a wheel that is turned fast does. */
export function scrollThrough(page: Page, what: 'tickets' | 'floor'): Promise<Scrolled> {
  return page.evaluate(
    async ({ what, steps }) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const own = document.querySelector('[data-testid="ticket-list"]');
      if (!own?.parentElement) throw new Error('no list');
      const floor = what === 'floor' ? buildFloor(own.parentElement) : null;
      const scroller = floor ?? own.parentElement;
      const list = floor?.firstElementChild ?? own;
      scroller.scrollTop = 0;
      await frame();

      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'longtask' });
      const result: Scrolled = { frames: [], dropped: 0, longTasks: 0, most: 0, drawn: 0, drawnAgain: 0 };
      let known = new Map<Element, unknown>();
      let last = await frame();
      for (let step = 0; step < steps; step++) {
        scroller.scrollTop += 240;
        const now = await frame();
        // At 60 frames a second a frame that slips into the next is invisible.
        if (now - last > 25) result.dropped += 1;
        result.frames.push(now - last);
        last = now;
        result.most = Math.max(result.most, list.childElementCount);
        const rows = [...list.querySelectorAll('[data-testid="ticket-item"]')];
        // React gives an element new properties whenever its component is drawn.
        const next = new Map(rows.map((row) => [row, propertiesOf(row)]));
        for (const [row, properties] of next)
          if (!known.has(row)) result.drawn += 1;
          else if (known.get(row) !== properties) result.drawnAgain += 1;
        known = next;
      }
      result.longTasks = observer.takeRecords().length;
      observer.disconnect();
      scroller.scrollTop = 0;
      floor?.remove();
      result.frames.sort((a, b) => a - b);
      return result;

      function propertiesOf(row: Element): unknown {
        return Object.entries(row).find(([name]) => name.startsWith('__reactProps$'))?.[1];
      }

      /** As many plain lines as the wheel passes, each of one element: nothing can scroll with less. */
      function buildFloor(beside: Element): HTMLElement {
        const { left, top, width, height } = beside.getBoundingClientRect();
        const floor = document.createElement('div');
        Object.assign(floor.style, {
          position: 'fixed',
          left: `${left}px`,
          top: `${top}px`,
          width: `${width}px`,
          height: `${height}px`,
          overflow: 'hidden auto',
          background: 'white',
        });
        const lines = document.createElement('div');
        for (let n = 0; n < (steps * 240 + height) / 64; n++) {
          const line = document.createElement('div');
          line.style.height = '64px';
          line.textContent = `Cliente ${n}: Olá`;
          lines.append(line);
        }
        floor.append(lines);
        document.body.append(floor);
        return floor;
      }
    },
    { what, steps: STEPS },
  );
}

/**
 * Opens a tab of the list, from another one.
 *
 * @returns milliseconds from the click until its rows are painted, and what as many plain lines take
 */
export async function openList(
  page: Page,
  tab: 'open' | 'pending',
): Promise<{ ms: number; floorMs: number }> {
  return page.evaluate(async (name) => {
    const channel = new MessageChannel();
    const painted = () =>
      new Promise<void>((resolve) => {
        channel.port1.onmessage = () => resolve();
        requestAnimationFrame(() => channel.port2.postMessage(null));
      });
    const rows = () => document.querySelectorAll('[data-testid="ticket-item"]');
    const button = document.querySelector<HTMLElement>(`[data-testid="tab-${name}"]`);
    const old = new Set(rows());
    await painted();
    let started = performance.now();
    button?.click();
    do await painted();
    while (![...rows()].some((row) => !old.has(row)));
    const ms = performance.now() - started;

    const lines = document.createElement('div');
    Object.assign(lines.style, { position: 'fixed', inset: '0', overflow: 'hidden' });
    await painted();
    started = performance.now();
    for (let n = rows().length; n > 0; n--)
      lines.append(Object.assign(document.createElement('div'), { textContent: `Cliente ${n}: Olá` }));
    document.body.append(lines);
    await painted();
    const floorMs = performance.now() - started;
    lines.remove();
    return { ms, floorMs };
  }, tab);
}
