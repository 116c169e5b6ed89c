import { AppError } from '@balcao/shared/errors.ts';
import type { FetchFrame, PageFrame } from '@balcao/shared/sync/frames.ts';
import type { Clock } from './clock.ts';

type WithoutId<F> = F extends FetchFrame ? Omit<F, 'type' | 'reqId'> : never;
/** A request, before it has a number. */
export type PageRequest = WithoutId<FetchFrame>;

const ANSWER_MS = 15_000;

/** Questions that the server answers with a page. */
export interface Requests {
  /** Equal questions at the same time are one. @throws AppError ERR_SERVER_UNREACHABLE, or what `failAll` is given */
  ask(request: PageRequest): Promise<PageFrame>;
  /** Removes the request that a page answers; undefined when no caller waits any more. */
  take(
    reqId: number,
  ): { frame: FetchFrame; resolve(page: PageFrame): void; reject(error: unknown): void } | undefined;
  failAll(error: AppError): void;
  /** Number of the last question. */
  last(): number;
}

interface Waiting {
  frame: FetchFrame;
  key: string;
  answer: PromiseWithResolvers<PageFrame>;
  cancelTimeout: () => void;
}

export function createRequests(clock: Clock, send: (frame: FetchFrame) => void): Requests {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  function remove(reqId: number): Waiting | undefined {
    const found = waiting.get(reqId);
    waiting.delete(reqId);
    found?.cancelTimeout();
    return found;
  }

  return {
    ask(request) {
      const key = JSON.stringify(request);
      for (const other of waiting.values()) if (other.key === key) return other.answer.promise;
      lastId += 1;
      const reqId = lastId;
      const frame: FetchFrame = { ...request, type: 'fetch', reqId };
      const answer = Promise.withResolvers<PageFrame>();
      const cancelTimeout = clock.after(ANSWER_MS, () =>
        remove(reqId)?.answer.reject(new AppError('ERR_SERVER_UNREACHABLE')),
      );
      waiting.set(reqId, { frame, key, answer, cancelTimeout });
      send(frame);
      return answer.promise;
    },
    take(reqId) {
      const found = remove(reqId);
      return found && { frame: found.frame, ...found.answer };
    },
    last: () => lastId,
    failAll(error) {
      for (const reqId of [...waiting.keys()]) remove(reqId)?.answer.reject(error);
    },
  };
}
