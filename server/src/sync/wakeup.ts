/** Lets one loop sleep until something happens; what happens while it works is not lost. */
export function createWakeup() {
  let pending = false;
  let release: (() => void) | undefined;
  return {
    signal(): void {
      pending = true;
      release?.();
    },
    /** Resolves at the next signal, or at one since the last sleep, or after `ms`. */
    async sleep(ms: number): Promise<void> {
      if (!pending) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        release = resolve;
        await promise;
        clearTimeout(timer);
        release = undefined;
      }
      pending = false;
    },
  };
}

/** At most `size` pieces of work at a time, in the order of asking. */
export function createGate(size: number) {
  let free = size;
  const queue: (() => void)[] = [];
  return async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      queue.push(resolve);
      await promise;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
