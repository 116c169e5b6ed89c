/** Work in order for each key, in parallel over keys. */
export interface Lanes {
  /** Starts after everything that was given earlier under any of these keys. */
  run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>;
}

/** @param parallel how much work runs at once, over all keys */
export function createLanes(parallel: number): Lanes {
  const tails = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < parallel) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Hands its place to the next one, if somebody waits. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    run(keys, work) {
      const before = keys.flatMap((key) => tails.get(key) ?? []);
      const result = (async () => {
        await Promise.allSettled(before);
        await enter();
        try {
          return await work();
        } finally {
          leave();
        }
      })();
      const tail = result.catch(() => {});
      for (const key of keys) tails.set(key, tail);
      void tail.then(() => {
        for (const key of keys) if (tails.get(key) === tail) tails.delete(key);
      });
      return result;
    },
  };
}
