/** People write less in this time; programs that answer each answer write more, and some do not say what they are. */
const MOST = 15;
const WITHIN_MS = 10 * 60_000;
/** Addresses that are remembered, those that wrote last. */
const ADDRESSES = 1_000;

/** Who writes faster than people do: what answers by itself would answer them for ever. */
export interface Pace {
  /** @param at when the mailbox got it */
  isProgram(address: string, at: Date): boolean;
}

export function createPace(): Pace {
  const heard = new Map<string, number[]>();
  return {
    isProgram(address, at) {
      const since = at.getTime() - WITHIN_MS;
      const times = [...(heard.get(address) ?? []).filter((time) => time > since), at.getTime()].slice(
        -MOST - 1,
      );
      heard.delete(address);
      heard.set(address, times);
      const [oldest] = heard.keys();
      if (heard.size > ADDRESSES && oldest !== undefined) heard.delete(oldest);
      return times.length > MOST;
    },
  };
}
