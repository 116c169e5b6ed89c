import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Has one spreadsheet read, in a process that may die of it: what a stranger's file unpacks to costs nobody else's memory.
 * The limit of the thread that reads does not count buffers, so here somebody watches what it really takes.
 */
const HEAP_MB = 256;
const MAX_BYTES = 448 * 1024 * 1024;
const LOOK_MS = 10;

process.once('disconnect', () => process.exit());
process.once('message', async (file) => {
  setInterval(() => {
    // At once: an ordinary end would wait for the thread.
    if (process.memoryUsage.rss() > MAX_BYTES) process.kill(process.pid, 'SIGKILL');
  }, LOOK_MS);
  const thread = new Worker(new URL('./spreadsheet-thread.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const [answer] = await once(thread, 'message');
  process.send?.(answer);
});
