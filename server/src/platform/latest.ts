/**
 * Works on the latest value of each key: one at a time, so that an older one never overtakes a newer one, and what is
 * older when its turn comes is left out. Drops values of further keys while `most` are busy, and whatever fails.
 */
export function createLatest<V>(most: number, work: (value: V) => Promise<void>) {
  const next = new Map<string, { value: V } | null>();

  async function run(key: string): Promise<void> {
    for (let due = next.get(key); due; due = next.get(key)) {
      next.set(key, null);
      await work(due.value).catch(() => {});
    }
    next.delete(key);
  }

  /** @returns false when it was dropped. */
  return (key: string, value: V): boolean => {
    const isBusy = next.has(key);
    if (!isBusy && next.size >= most) return false;
    next.set(key, { value });
    if (!isBusy) void run(key);
    return true;
  };
}
