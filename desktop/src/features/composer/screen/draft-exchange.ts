import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
import type { DraftChange, DraftVersions } from './draft-versions.ts';

/**
 * Runs together with the change. @returns the draft when it is not `base`: nothing was done; null: it was
 */
export type Change = (change: DraftChange) => Promise<Draft | null>;

/** Talks with the core about the draft: one request at a time, and no save while a message is on its way. */
export interface DraftExchange {
  /** Nothing is asked, and nothing is on its way. */
  isIdle(): boolean;
  /** Saves after this time what is not saved by then. */
  schedule(ms: number): void;
  saveNow(): Promise<void>;
  /** @param work answers when the next save may begin */
  talk(work: () => Promise<number>): Promise<void>;
  /** Runs one after the other. While they run no save begins; afterwards newer text is saved. */
  exclusively(work: () => Promise<void>): Promise<void>;
}

interface Deps {
  versions: DraftVersions;
  save: Change;
  /** @returns what cancels it */
  after(ms: number, work: () => void): () => void;
  /** The core's draft is known. */
  isLoaded(): boolean;
  /** A request has ended. */
  ended(): void;
}

/** A steady typist is saved several times a second, not when they pause. */
export const SAVE_EVERY_MS = 150;
export const RETRY_MS = 1_000;

export function createDraftExchange({ versions, save, after, isLoaded, ended }: Deps): DraftExchange {
  let talking = false;
  /** Sends and replacements that the core has not answered. */
  let busy = 0;
  let cancelTimer: (() => void) | null = null;
  let turns: Promise<void> = Promise.resolve();

  const isIdle = () => !talking && busy === 0;
  const maySave = () => versions.isDirty() && isLoaded() && isIdle();

  function stopTimer(): void {
    cancelTimer?.();
    cancelTimer = null;
  }

  function schedule(ms: number): void {
    if (!maySave() || cancelTimer) return;
    cancelTimer = after(ms, () => {
      cancelTimer = null;
      void saveNow();
    });
  }

  async function talk(work: () => Promise<number>): Promise<void> {
    talking = true;
    const pause = await work();
    talking = false;
    schedule(pause);
    ended();
  }

  async function saveNow(): Promise<void> {
    if (!maySave()) return;
    stopTimer();
    versions.setDirty(false);
    const change = versions.change();
    await talk(() => saveChange(change));
  }

  /** @returns when the next save may begin */
  async function saveChange(change: DraftChange): Promise<number> {
    try {
      const theirs = await save(change);
      if (theirs === null) {
        versions.settled(change.draft);
        return SAVE_EVERY_MS;
      }
      versions.learn(theirs);
      versions.setDirty(true);
      return 0;
    } catch {
      // The core is away for a moment, or no agent is signed in: the draft stays here and is tried again.
      versions.unanswered(change.draft);
      versions.setDirty(true);
      return RETRY_MS;
    }
  }

  return {
    isIdle,
    schedule,
    saveNow,
    talk,
    exclusively(work) {
      busy++;
      stopTimer();
      const result = turns.then(work).finally(() => {
        busy--;
        schedule(0);
        ended();
      });
      turns = result.catch(() => {});
      return result;
    },
  };
}
