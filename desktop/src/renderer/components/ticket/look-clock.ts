const LOOK_MS = 10_000;

/** One clock for all rows. */
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

/** What says something of the time looks again, every few seconds. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  clock ??= setInterval(() => {
    for (const look of listeners) look();
  }, LOOK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}
