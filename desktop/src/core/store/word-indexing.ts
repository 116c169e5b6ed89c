import type { Log } from '../log.ts';
import type { Store } from './store.ts';

/** Lets the index of words follow behind a catch-up, step by step, with everything else that waits in between. */
export interface WordIndexing {
  /** Call it whenever there may be words to index: what is left of an earlier run of the program counts too. */
  start(): void;
  stop(): void;
}

export function createWordIndexing(store: Pick<Store, 'indexWords'>, log: Log): WordIndexing {
  let next: NodeJS.Immediate | undefined;

  function start(): void {
    next ??= setImmediate(step);
  }

  function step(): void {
    next = undefined;
    try {
      if (store.indexWords()) start();
    } catch (err) {
      log.error({ err }, 'what was said lately cannot be found by its words yet');
    }
  }

  return {
    start,
    stop() {
      clearImmediate(next);
    },
  };
}
