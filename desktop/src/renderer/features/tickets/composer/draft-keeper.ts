import type { Draft } from '@balcao/shared/bridge/composer.ts';

/** What goes to the customer when the button is pressed. */
type Taken = Pick<Draft, 'body' | 'files' | 'quotedMsgId'>;

/** The draft of one ticket, for as long as anybody writes there. It knows no other ticket. */
export interface DraftKeeper {
  /** As it stands on the screen; the same object until it changes. */
  current(): Draft;
  subscribe(listener: () => void): () => void;
  change(patch: Partial<Draft>): void;
  /** Resolves when the core has everything that has been written so far, and nothing is on its way. */
  saved(): Promise<void>;
  /** `work` puts something into the draft when it is done: it is waited for, also where nobody looks any more. */
  receive(work: Promise<unknown>): Promise<void>;
  /** Empties the message at once and sends it; what is refused comes back before what was written since. */
  send(work: (taken: Taken) => Promise<unknown>): Promise<void>;
  /** Has the core change the draft, on top of everything that has been written; what is written meanwhile stays. */
  replace(work: () => Promise<Draft>): Promise<void>;
  /** Nothing is kept only here. */
  isSaved(): boolean;
}

export interface DraftDeps {
  load(): Promise<Draft>;
  save(draft: Draft): Promise<unknown>;
  /** @returns what cancels it */
  after(ms: number, work: () => void): () => void;
}

/** A steady typist is saved several times a second, not when they pause. */
const SAVE_EVERY_MS = 150;
const RETRY_MS = 1_000;

const EMPTY: Draft = { body: '', note: '', mode: 'message', quotedMsgId: null, files: [] };

/**
 * Saves go one at a time and always carry what stands there now, so that a late one can never bring back an older text.
 * None goes while a message is on its way: the core empties the draft together with queueing the message.
 */
export function createDraftKeeper({ load, save, after }: DraftDeps): DraftKeeper {
  const listeners = new Set<() => void>();
  let draft = EMPTY;
  let loaded = false;
  let dirty = false;
  let saving = false;
  /** Sends and replacements that the core has not answered. */
  let busy = 0;
  /** What will come into the draft. */
  let arriving = 0;
  let cancelTimer: (() => void) | null = null;
  const waiting: (() => void)[] = [];
  let replacing: Promise<void> = Promise.resolve();

  function show(next: Draft): void {
    draft = next;
    for (const listener of listeners) listener();
  }

  const isSaved = () => !dirty && !saving && busy === 0 && arriving === 0;

  function settle(): void {
    if (!isSaved() || !loaded) return;
    for (const resolve of waiting.splice(0)) resolve();
  }

  function schedule(ms: number): void {
    if (!dirty || !loaded || saving || busy > 0 || cancelTimer) return;
    cancelTimer = after(ms, () => {
      cancelTimer = null;
      void saveNow();
    });
  }

  async function saveNow(): Promise<void> {
    if (!dirty || !loaded || saving || busy > 0) return;
    cancelTimer?.();
    cancelTimer = null;
    saving = true;
    dirty = false;
    let pause = SAVE_EVERY_MS;
    try {
      await save(draft);
    } catch {
      // The core is away for a moment, or nobody is signed in: it stays here and is tried again.
      dirty = true;
      pause = RETRY_MS;
    }
    saving = false;
    schedule(pause);
    settle();
  }

  function begin(): void {
    load().then(
      (stored) => {
        loaded = true;
        // What was typed in the first moment stands behind what was there.
        show(dirty ? joined(stored, draft) : stored);
        schedule(SAVE_EVERY_MS);
        settle();
      },
      () => after(RETRY_MS, begin),
    );
  }

  /** While this runs no save begins; afterwards what was written meanwhile is saved. */
  async function exclusively(work: () => Promise<void>): Promise<void> {
    busy++;
    cancelTimer?.();
    cancelTimer = null;
    try {
      await work();
    } finally {
      busy--;
      schedule(0);
      settle();
    }
  }

  const saved = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      void saveNow();
      settle();
    });

  async function replaceNow(work: () => Promise<Draft>): Promise<void> {
    await saved();
    const before = draft;
    await exclusively(async () => {
      const next = await work();
      const unchanged = draft === before;
      show(unchanged ? next : written(before, draft, next));
      dirty ||= !unchanged;
    });
  }

  begin();
  return {
    current: () => draft,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(patch) {
      dirty = true;
      show({ ...draft, ...patch });
      schedule(SAVE_EVERY_MS);
    },
    saved,
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
    async send(work) {
      const { body, files, quotedMsgId } = draft;
      const taken = { body, files, quotedMsgId };
      show({ ...draft, body: '', files: [], quotedMsgId: null });
      await exclusively(async () => {
        try {
          await work(taken);
        } catch (error) {
          dirty = true;
          show(joined({ ...draft, ...taken }, draft));
          throw error;
        }
      });
    },
    replace(work) {
      // One after the other: each is told apart from what was written since it began.
      const result = replacing.then(() => replaceNow(work));
      replacing = result.catch(() => {});
      return result;
    },
  };
}

/** Two drafts of one ticket as one, in this order. */
function joined(first: Draft, second: Draft): Draft {
  return {
    ...second,
    body: first.body + (first.body && second.body ? '\n' : '') + second.body,
    note: first.note === second.note ? first.note : first.note + second.note,
    mode: second.body || second.note ? second.mode : first.mode,
    quotedMsgId: second.quotedMsgId ?? first.quotedMsgId,
    files: [...first.files, ...second.files.filter(({ mediaId }) => !holds(first, mediaId))],
  };
}

const holds = ({ files }: Draft, mediaId: string) => files.some((file) => file.mediaId === mediaId);

/** `next` came from the core, which knew `before`; meanwhile the agent made `now` of that. */
function written(before: Draft, now: Draft, next: Draft): Draft {
  const front = next.body.endsWith(before.body)
    ? next.body.slice(0, next.body.length - before.body.length)
    : '';
  const files = next.files.filter(({ mediaId }) => !holds(before, mediaId) && !holds(now, mediaId));
  return { ...now, body: front + now.body, files: [...files, ...now.files] };
}
