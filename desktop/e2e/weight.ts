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

/** Resident memory of the processes that draw pages, in MiB. */
export async function rendererMiB(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
