import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';

/** After all that can be thrown away has been: the heap, and what the document and its past hold in nodes. */
export async function weigh(page: Page): Promise<{ nodes: number; heapMiB: number }> {
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { nodes, heapMiB: Math.round((usedSize / 1024 ** 2) * 10) / 10 };
}

/** Memory of the processes that draw pages, in MiB; shared memory counts in equal parts. */
export async function rendererMiB(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const weights = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => {
      const sizes = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(sizes)?.[1] ?? 0) / 1024;
    });
  return (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
}
