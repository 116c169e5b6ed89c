import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';
import { createLanes } from '../../platform/lanes.ts';

export type HashJob = { password: string } & ({ stored: string } | { cost: Options });
export type HashAnswer = { value: string | boolean } | { error: unknown };

export interface HashThreads {
  hash(password: string, cost: Options): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

/** A thread weighs 13 MB: it ends when nobody has signed in for so long. */
const IDLE_MS = 30_000;

/**
 * Hashes in threads of its own, started when they are needed and behind everybody else for the processor: beside Node's
 * own threads, which all have the same rank, a reader waits more than twice as long while others sign in.
 *
 * @param count jobs at once; the others wait
 */
export function createHashThreads(count: number): HashThreads {
  const turns = createLanes(count);
  const idle = new Map<Worker, NodeJS.Timeout>();

  function take(): Worker {
    const [thread] = idle.keys();
    if (!thread) return new Worker(new URL('./hash-thread.ts', import.meta.url));
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    thread.ref();
    return thread;
  }

  /** It keeps no process alive that has nothing else to do. */
  function rest(thread: Worker): void {
    thread.unref();
    const end = () => {
      idle.delete(thread);
      void thread.terminate();
    };
    idle.set(thread, setTimeout(end, IDLE_MS).unref());
  }

  const run = (job: HashJob) =>
    turns.run([], async () => {
      const thread = take();
      thread.postMessage(job);
      // A thread that breaks ends this with its error, and is not used again.
      const [answer] = (await once(thread, 'message')) as [HashAnswer];
      rest(thread);
      if ('error' in answer) throw answer.error;
      return answer.value;
    });

  return {
    hash: (password, cost) => run({ password, cost }) as Promise<string>,
    verify: (stored, password) => run({ password, stored }) as Promise<boolean>,
  };
}
