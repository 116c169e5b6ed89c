import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
import { isSameDraft } from '@balcao/shared/features/composer/draft.ts';
import { joinedDraft } from '@balcao/shared/features/composer/draft-join.ts';

/** A change from the core's last known draft to the new one. */
export interface DraftChange {
  base: Draft;
  draft: Draft;
}

/** The draft on the screen, and what is known of the core's. */
export interface DraftVersions {
  /** The draft on the screen; the same object until it changes. */
  current(): Draft;
  subscribe(listener: () => void): () => void;
  show(next: Draft): void;
  /** What would make the core's draft the one on the screen. */
  change(): DraftChange;
  /** The core has this draft. */
  learn(theirs: Draft): void;
  /** The core has executed a save of this draft. */
  settled(now: Draft): void;
  /** A save of this draft had no answer: the core may have it or not. */
  unanswered(tried: Draft): void;
  /** The screen shows what the core does not have. */
  isDirty(): boolean;
  setDirty(dirty: boolean): void;
}

const EMPTY: Draft = { body: '', note: '', mode: 'message', quotedMsgId: null, mail: null, files: [] };

export function createDraftVersions(): DraftVersions {
  const listeners = new Set<() => void>();
  let draft = EMPTY;
  /** The core's draft, as last known here. */
  let base = EMPTY;
  /** The drafts it may have instead: saves whose answers were lost. */
  let unanswered: Draft[] = [];
  let dirty = false;

  function show(next: Draft): void {
    draft = next;
    for (const listener of listeners) listener();
  }

  return {
    current: () => draft,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show,
    change: () => ({ base, draft }),
    learn(theirs) {
      const known = unanswered.find((tried) => isSameDraft(tried, theirs)) ?? base;
      const next = joinedDraft(known, draft, theirs);
      unanswered = [];
      base = theirs;
      dirty ||= !isSameDraft(next, theirs);
      if (!isSameDraft(next, draft)) show(next);
    },
    settled(now) {
      base = now;
      unanswered = [];
    },
    unanswered(tried) {
      if (unanswered.at(-1) !== tried) unanswered.push(tried);
    },
    isDirty: () => dirty,
    setDirty(now) {
      dirty = now;
    },
  };
}
