import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { AppError } from '@balcao/shared/errors.ts';
import { askProcess } from '../ask-process.ts';
import { createLanes } from '../lanes.ts';

export interface ThumbnailJob {
  input: string;
  output: string;
  /** What is written before it becomes the output. */
  draft: string;
}
export interface ThumbnailAnswer {
  error?: string;
}

export interface Thumbnails {
  /** Makes a small WebP picture of a picture. Throws ERR_MEDIA_CORRUPT, ERR_UNAVAILABLE when too many wait. */
  make(input: string, output: string): Promise<void>;
  stop(): void;
}

const PROGRAM = new URL('./thumbnail-process.ts', import.meta.url);
/** The library weighs 40 MB, so it goes when no new pictures are looked at. */
const IDLE_MS = 30_000;
/** A picture of 50 megapixels takes a second. */
const LIMIT_MS = 10_000;
const MAX_WAITING = 100;

/** One process for all pictures, started when there is one, ended when there is none or when it takes too long. */
export function createThumbnails(): Thumbnails {
  const turns = createLanes(1);
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function take(): ChildProcess {
    clearTimeout(idle);
    if (!child?.connected)
      child = fork(PROGRAM, {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: ['--max-old-space-size=64', '--max-semi-space-size=1'],
        env: { ...process.env, VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '1' },
      });
    return child;
  }

  async function run(job: ThumbnailJob): Promise<void> {
    try {
      const answer = await askProcess<ThumbnailAnswer>(take(), job, LIMIT_MS);
      if (!answer) end();
      const { error } = answer ?? { error: 'the process ended' };
      if (error) throw new AppError('ERR_MEDIA_CORRUPT', {}, { cause: error });
    } finally {
      // A worker that was ended while writing leaves a draft.
      await rm(job.draft, { force: true });
      idle = setTimeout(end, IDLE_MS).unref();
    }
  }

  return {
    async make(input, output) {
      if (waiting >= MAX_WAITING) throw new AppError('ERR_UNAVAILABLE');
      waiting += 1;
      try {
        await turns.run([], () => run({ input, output, draft: `${output}.${randomUUID()}` }));
      } finally {
        waiting -= 1;
      }
    },
    stop: end,
  };
}
