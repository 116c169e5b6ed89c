import { statfs } from 'node:fs/promises';
import type { Measures } from './processes.ts';

type Disk = Pick<Measures, 'disk' | 'diskFree'>;

const UNKNOWN: Disk = { disk: null, diskFree: null };

/**
 * What this process says of itself and its machine, at once. The disk is as it was a moment ago: one that does not answer
 * holds nobody up.
 *
 * @param consoles connected to this process
 */
export function createMeasure(dataDir: string, consoles: () => number): () => Measures {
  let disk = UNKNOWN;
  let asking = false;

  async function ask(): Promise<void> {
    asking = true;
    disk = await statfs(dataDir).then(
      ({ bsize, blocks, bavail }) => ({ disk: bsize * blocks, diskFree: bsize * bavail }),
      () => UNKNOWN,
    );
    asking = false;
  }

  void ask();
  return () => {
    if (!asking) void ask();
    return { ...disk, consoles: consoles(), memory: process.memoryUsage.rss() };
  };
}
