/** Hints make it faster. */
const POLL_MS = 1_000;
const MIN_PAUSE_MS = 50;

interface LookoutDeps {
  /** Begins what is due. @returns when the next one is; null: nobody knows of one */
  look(): Promise<Date | null>;
  clock(): Date;
  onError(error: unknown): void;
}

/** Looks for what is due: by the clock, and soon after a hint. One look at a time. */
export function createLookout({ look, clock, onError }: LookoutDeps) {
  let looking: Promise<unknown> | null = null;
  let isStarted = false;
  let isClosed = false;
  let pause: NodeJS.Timeout | undefined;
  let hint: NodeJS.Timeout | undefined;

  /** Something may have become due. Cheap to call often. */
  function wake(): void {
    if (!isStarted || isClosed || hint) return;
    hint = setTimeout(() => {
      hint = undefined;
      void lookAgain();
    }, MIN_PAUSE_MS);
  }

  async function lookAgain(): Promise<void> {
    if (isClosed) return;
    if (looking) return wake();
    let ms = POLL_MS;
    try {
      const begun = look();
      looking = begun;
      const next = await begun;
      if (next) ms = Math.min(ms, Math.max(next.getTime() - clock().getTime(), MIN_PAUSE_MS));
    } catch (error) {
      onError(error);
    }
    looking = null;
    clearTimeout(pause);
    if (!isClosed) pause = setTimeout(() => void lookAgain(), ms);
  }

  return {
    wake,
    get isClosed(): boolean {
      return isClosed;
    },
    start(): void {
      isStarted = true;
      void lookAgain();
    },
    /** Resolves when the look under way is over. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(pause);
      clearTimeout(hint);
      await looking?.catch(() => {});
    },
  };
}
