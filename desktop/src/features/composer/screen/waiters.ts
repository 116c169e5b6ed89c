/** Those who wait until something holds. */
export interface Waiters {
  wait(until: () => boolean): Promise<void>;
  /** Something has changed: lets go whoever waits for no more. */
  review(): void;
}

export function createWaiters(): Waiters {
  let waiting: { until(): boolean; resolve(): void }[] = [];
  return {
    wait: (until) => new Promise<void>((resolve) => waiting.push({ until, resolve })),
    review() {
      const due = waiting.filter(({ until }) => until());
      waiting = waiting.filter((one) => !due.includes(one));
      for (const { resolve } of due) resolve();
    },
  };
}
