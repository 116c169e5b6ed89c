/** What adds bytes to a file. `stopped` says that another sender goes on in its place. */
type Write = (source: AsyncIterable<Uint8Array>, stopped: AbortSignal) => Promise<number>;

export interface Senders {
  isAt(file: string): boolean;
  /** Lets this one add to a file, once the one before has stopped. */
  takeOver(file: string, source: AsyncIterable<Uint8Array>, write: Write): Promise<number>;
}

/** Of those who add to the same file the last one goes on: it is the same sender, whose line before has died. */
export function createSenders(): Senders {
  const writing = new Map<string, { stop(): void; done: Promise<unknown> }>();
  return {
    isAt: (file) => writing.has(file),
    async takeOver(file, source, write) {
      const before = writing.get(file);
      before?.stop();
      const stop = new AbortController();
      const ended = before?.done.catch(() => {}) ?? Promise.resolve();
      const done = ended.then(() => write(untilStopped(source, stop.signal), stop.signal));
      const own = { stop: () => stop.abort(), done };
      writing.set(file, own);
      try {
        return await done;
      } finally {
        if (writing.get(file) === own) writing.delete(file);
      }
    },
  };
}

/** A line that died says nothing, and would be waited for. */
async function* untilStopped(
  source: AsyncIterable<Uint8Array>,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const { promise: stopped, resolve } = Promise.withResolvers<{ done: true; value: undefined }>();
  stop.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true });
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), stopped]);
      if (done) return;
      yield value;
    }
  } finally {
    if (stop.aborted) void chunks.return?.();
  }
}
