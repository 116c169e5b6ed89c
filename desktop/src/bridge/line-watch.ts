/** Whether the core answers over the line. */
export interface LineWatch {
  /** The line is there, whether or not anybody answers. */
  isUp(): boolean;
  /** Reports at once, then each change. @returns what ends that */
  onChange(listener: (answers: boolean) => void): () => void;
  setUp(isUp: boolean): void;
  /** Something was asked, so that an answer must come. */
  expectAnswer(): void;
  /** Something came. */
  heard(): void;
  stop(): void;
}

/** A core that has said nothing for so long after a call is asked for a sign of life, and has as long again. */
const SILENCE_MS = 1_500;

/** @param askForSign asks the core for a sign of life */
export function createLineWatch(askForSign: () => void): LineWatch {
  const listeners = new Set<(answers: boolean) => void>();
  let up = false;
  /** The line is there, and nobody answers: the core hangs, or the browser holds back what is sent. */
  let silent = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const answers = () => up && !silent;

  function become(next: { up: boolean; silent: boolean }): void {
    const before = answers();
    ({ up, silent } = next);
    const now = answers();
    if (now !== before) for (const listener of listeners) listener(now);
  }

  function stop(): void {
    clearTimeout(silence);
    silence = undefined;
  }

  return {
    isUp: () => up,
    onChange(listener) {
      listeners.add(listener);
      listener(answers());
      return () => listeners.delete(listener);
    },
    setUp(isUp) {
      stop();
      become({ up: isUp, silent: false });
    },
    expectAnswer() {
      if (silence !== undefined || silent) return;
      silence = setTimeout(() => {
        askForSign();
        silence = setTimeout(() => become({ up, silent: true }), SILENCE_MS);
      }, SILENCE_MS);
    },
    heard() {
      stop();
      become({ up, silent: false });
    },
    stop,
  };
}
