interface Limit {
  crashes: number;
  /** The time within which they count together. */
  withinMs: number;
}

/** Counts crashes: so many in so short a time mean that starting again does not help. */
export interface CrashCount {
  /** One more crash. @returns whether it was one too many */
  add(): boolean;
  forget(): void;
}

export function createCrashCount({ crashes, withinMs }: Limit, now: () => number): CrashCount {
  let times: number[] = [];
  return {
    add() {
      times = [...times.filter((at) => now() - at < withinMs), now()];
      return times.length >= crashes;
    },
    forget() {
      times = [];
    },
  };
}
