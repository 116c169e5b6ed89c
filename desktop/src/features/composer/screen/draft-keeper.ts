import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
import { type Change, createDraftExchange, RETRY_MS, SAVE_EVERY_MS } from './draft-exchange.ts';
import { createDraftVersions } from './draft-versions.ts';
import { createLeavingDrafts, type LeavingDrafts } from './leaving-drafts.ts';
import { createWaiters } from './waiters.ts';

/** The draft of one ticket, for as long as an agent writes there. It knows no other ticket. */
export interface DraftKeeper {
  /** The draft on the screen; the same object until it changes. */
  current(): Draft;
  subscribe(listener: () => void): () => void;
  change(patch: Partial<Draft>): void;
  /** It may have been changed elsewhere. */
  look(): void;
  /** Resolves when the core has everything that has been written so far, and nothing is on its way. */
  saved(): Promise<void>;
  /** `work` puts something into the draft when it is done: it is awaited, even when the composer is gone. */
  receive(work: Promise<unknown>): Promise<void>;
  /** Same as `LeavingDrafts.send`. */
  send: LeavingDrafts['send'];
  /** Same as `LeavingDrafts.list`. */
  leaving: LeavingDrafts['list'];
  /**
   * Has the core change the draft, on top of everything that has been written; what is written meanwhile stays. It does
   * not wait for what is on its way. `work` answers null when there was nothing to change.
   */
  replace(work: () => Promise<Draft | null>): Promise<void>;
  /** Nothing is kept only here. */
  isSaved(): boolean;
}

export interface DraftDeps {
  load(): Promise<Draft>;
  save: Change;
  /** @returns what cancels it */
  after(ms: number, work: () => void): () => void;
}

/**
 * Saves go one at a time and always carry the current text, so that a late one can never bring back an older text;
 * none goes while a message is on its way. Each names the draft that it changes: the core refuses it when another
 * window was faster, and what both wrote is joined here. What changes there is read here, and only what is typed here
 * is written: two windows never answer each other. The core sends a change before it answers its author, so
 * that every change received while an answer is awaited is in that answer.
 */
export function createDraftKeeper({ load, save, after }: DraftDeps): DraftKeeper {
  const versions = createDraftVersions();
  const exchange = createDraftExchange({ versions, save, after, isLoaded: () => loaded, ended: settle });
  const leaving = createLeavingDrafts(versions, exchange);
  const waiters = createWaiters();
  let loaded = false;
  /** Text that will be added to the draft. */
  let arriving = 0;
  let replacing: Promise<void> = Promise.resolve();

  const isStored = () => !versions.isDirty() && exchange.isIdle();
  const isSaved = () => isStored() && arriving === 0;

  function settle(): void {
    if (loaded) waiters.review();
  }

  function wait(until: () => boolean): Promise<void> {
    const result = waiters.wait(until);
    void exchange.saveNow();
    settle();
    return result;
  }

  function begin(): void {
    load().then(
      (stored) => {
        loaded = true;
        // Text typed in the first moment goes behind the loaded text.
        const { mode } = versions.isDirty() ? versions.current() : stored;
        versions.learn(stored);
        versions.show({ ...versions.current(), mode });
        exchange.schedule(SAVE_EVERY_MS);
        settle();
      },
      () => after(RETRY_MS, begin),
    );
  }

  const lookNow = () =>
    load()
      .then(versions.learn, () => {})
      .then(() => SAVE_EVERY_MS);

  begin();
  return {
    current: versions.current,
    leaving: leaving.list,
    send: leaving.send,
    subscribe: versions.subscribe,
    change(patch) {
      versions.setDirty(true);
      versions.show({ ...versions.current(), ...patch });
      exchange.schedule(SAVE_EVERY_MS);
    },
    look() {
      if (loaded && exchange.isIdle()) void exchange.talk(lookNow);
    },
    saved: () => wait(isSaved),
    async receive(work) {
      arriving++;
      try {
        await work;
      } finally {
        arriving--;
        settle();
      }
    },
    isSaved,
    replace(work) {
      // Runs one after the other: each must be distinguished from text written since it began.
      const result = replacing
        .then(() => wait(isStored))
        .then(() =>
          exchange.exclusively(async () => {
            const theirs = await work();
            if (theirs) versions.learn(theirs);
          }),
        );
      replacing = result.catch(() => {});
      return result;
    },
  };
}
