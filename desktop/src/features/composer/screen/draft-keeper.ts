import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
import { isSameDraft } from '@balcao/shared/features/composer/draft.ts';
import { joinedDraft } from '@balcao/shared/features/composer/draft-join.ts';

/** The part that leaves the draft when the button is pressed: the message to the customer, or the note to colleagues. */
const PARTS = {
  message: { body: '', files: [], quotedMsgId: null },
  note: { note: '' },
} satisfies Record<Draft['mode'], Partial<Draft>>;

/** A change from the core's last known draft to the new one. */
interface DraftChange {
  base: Draft;
  draft: Draft;
}

/** A message or a note on its way from the screen to the core. */
export interface Leaving {
  part: Draft['mode'];
  draft: Draft;
}

/**
 * Runs together with the change. @returns the draft when it is not `base`: nothing was done; null: it was
 */
type Change = (change: DraftChange) => Promise<Draft | null>;

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
  /**
   * Takes the message, or the note, out at once and sends it; what is refused comes back before what was written since.
   */
  send(part: Draft['mode'], sendingOf: (taken: Draft) => Change): Promise<void>;
  /** The drafts whose message, or note, the core has not taken yet, oldest first; the same array until it changes. */
  leaving(): readonly Leaving[];
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

/** A steady typist is saved several times a second, not when they pause. */
const SAVE_EVERY_MS = 150;
const RETRY_MS = 1_000;

const EMPTY: Draft = { body: '', note: '', mode: 'message', quotedMsgId: null, files: [] };

/**
 * Saves go one at a time and always carry the current text, so that a late one can never bring back an older text;
 * none goes while a message is on its way. Each names the draft that it changes: the core refuses it when another
 * window was faster, and what both wrote is joined here. What changes there is read here, and only what is typed here
 * is written: two windows never answer each other. The core sends a change before it answers its author, so
 * that every change received while an answer is awaited is in that answer.
 */
export function createDraftKeeper({ load, save, after }: DraftDeps): DraftKeeper {
  const listeners = new Set<() => void>();
  let draft = EMPTY;
  /** The core's draft, as last known here. */
  let base = EMPTY;
  /** The drafts it may have instead: saves whose answers were lost. */
  let unanswered: Draft[] = [];
  let loaded = false;
  let dirty = false;
  let talking = false;
  /** Sends and replacements that the core has not answered. */
  let busy = 0;
  let leaving: readonly Leaving[] = [];
  /** Text that will be added to the draft. */
  let arriving = 0;
  let cancelTimer: (() => void) | null = null;
  let waiting: { until(): boolean; resolve(): void }[] = [];
  let turns: Promise<void> = Promise.resolve();
  let replacing: Promise<void> = Promise.resolve();

  function show(next: Draft): void {
    draft = next;
    for (const listener of listeners) listener();
  }

  /** The core has this. */
  function learn(theirs: Draft): void {
    const known = unanswered.find((tried) => isSameDraft(tried, theirs)) ?? base;
    const next = joinedDraft(known, draft, theirs);
    unanswered = [];
    base = theirs;
    dirty ||= !isSameDraft(next, theirs);
    if (!isSameDraft(next, draft)) show(next);
  }

  /** The core has executed the save. */
  function settled(now: Draft): void {
    base = now;
    unanswered = [];
  }

  const isStored = () => !dirty && !talking && busy === 0;
  const isSaved = () => isStored() && arriving === 0;

  function settle(): void {
    if (!loaded) return;
    const due = waiting.filter(({ until }) => until());
    waiting = waiting.filter((one) => !due.includes(one));
    for (const { resolve } of due) resolve();
  }

  function schedule(ms: number): void {
    if (!dirty || !loaded || talking || busy > 0 || cancelTimer) return;
    cancelTimer = after(ms, () => {
      cancelTimer = null;
      void saveNow();
    });
  }

  /** Only one request at a time. */
  async function talk(work: () => Promise<number>): Promise<void> {
    talking = true;
    const pause = await work();
    talking = false;
    schedule(pause);
    settle();
  }

  async function saveNow(): Promise<void> {
    if (!dirty || !loaded || talking || busy > 0) return;
    cancelTimer?.();
    cancelTimer = null;
    dirty = false;
    const next = draft;
    await talk(async () => {
      try {
        const theirs = await save({ base, draft: next });
        if (theirs === null) {
          settled(next);
          return SAVE_EVERY_MS;
        }
        learn(theirs);
        dirty = true;
        return 0;
      } catch {
        // The core is away for a moment, or no agent is signed in: the draft stays here and is tried again.
        if (unanswered.at(-1) !== next) unanswered.push(next);
        dirty = true;
        return RETRY_MS;
      }
    });
  }

  function begin(): void {
    load().then(
      (stored) => {
        loaded = true;
        // Text typed in the first moment goes behind the loaded text.
        const { mode } = dirty ? draft : stored;
        learn(stored);
        show({ ...draft, mode });
        schedule(SAVE_EVERY_MS);
        settle();
      },
      () => after(RETRY_MS, begin),
    );
  }

  /** Runs one after the other. While they run no save begins; afterwards newer text is saved. */
  function exclusively(work: () => Promise<void>): Promise<void> {
    busy++;
    cancelTimer?.();
    cancelTimer = null;
    const result = turns.then(work).finally(() => {
      busy--;
      schedule(0);
      settle();
    });
    turns = result.catch(() => {});
    return result;
  }

  async function changeBy(change: Change): Promise<void> {
    for (;;) {
      const next = draft;
      const theirs = await change({ base, draft: next });
      if (theirs === null) {
        dirty = draft !== next;
        return settled(next);
      }
      learn(theirs);
    }
  }

  const wait = (until: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ until, resolve });
      void saveNow();
      settle();
    });

  begin();
  return {
    current: () => draft,
    leaving: () => leaving,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(patch) {
      dirty = true;
      show({ ...draft, ...patch });
      schedule(SAVE_EVERY_MS);
    },
    look() {
      if (!loaded || talking || busy > 0) return;
      void talk(() =>
        load()
          .then(learn, () => {})
          .then(() => SAVE_EVERY_MS),
      );
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
    send(part, sendingOf) {
      const before = draft;
      const change = sendingOf(before);
      const left: Leaving = { part, draft: before };
      leaving = [...leaving, left];
      show({ ...draft, ...PARTS[part], mode: 'message' });
      return exclusively(async () => {
        const arrive = () => {
          leaving = leaving.filter((one) => one !== left);
        };
        try {
          await changeBy(change);
          arrive();
          show(draft);
        } catch (error) {
          arrive();
          dirty = true;
          show(givenBack(part, before, draft));
          throw error;
        }
      });
    },
    replace(work) {
      // Runs one after the other: each must be distinguished from text written since it began.
      const result = replacing
        .then(() => wait(isStored))
        .then(() =>
          exclusively(async () => {
            const theirs = await work();
            if (theirs) learn(theirs);
          }),
        );
      replacing = result.catch(() => {});
      return result;
    },
  };
}

/** Text taken out of the draft goes before text written since. */
function givenBack(part: Draft['mode'], before: Draft, now: Draft): Draft {
  const { body, files, quotedMsgId, note } = before;
  const taken = part === 'note' ? { note } : { body, files, quotedMsgId };
  const all = joinedDraft({ ...now, ...PARTS[part] }, now, { ...now, ...taken });
  return part === 'note' ? { ...all, mode: part } : all;
}
