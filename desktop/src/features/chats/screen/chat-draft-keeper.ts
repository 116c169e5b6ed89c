import type { ChatDraft } from '@balcao/shared/features/chats/bridge.ts';

/** The draft of one chat, for as long as somebody writes there. */
export interface ChatDraftKeeper {
  /** The draft on the screen; the same object until it changes. */
  current(): ChatDraft;
  subscribe(listener: () => void): () => void;
  change(patch: Partial<ChatDraft>): void;
  /** What `work` puts into it is kept, also when nobody looks any more. */
  receive(work: Promise<unknown>): Promise<void>;
  /**
   * Takes the draft out at once. `work` has the core take it in, part by part, and answers what was refused, which comes
   * back before what was written since. Meanwhile the core knows by itself what is left.
   */
  send(work: (taken: ChatDraft) => Promise<ChatDraft>): Promise<void>;
  /** Another window may have changed it. */
  look(): void;
  /** Has the core keep what has not been kept yet, at once. */
  save(): void;
}

interface Deps {
  load(): Promise<ChatDraft>;
  save(draft: ChatDraft): Promise<unknown>;
  after(ms: number, work: () => void): void;
}

/** A steady typist is saved several times a second, not when they pause. */
const SAVE_EVERY_MS = 150;
const RETRY_MS = 1_000;

const EMPTY: ChatDraft = { body: '', files: [] };

/** What is typed here wins over what another window wrote; what is typed before the first answer goes behind it. */
export function createChatDraftKeeper({ load, save, after }: Deps): ChatDraftKeeper {
  const listeners = new Set<() => void>();
  let draft = EMPTY;
  let isLoaded = false;
  let isDirty = false;
  let isSaving = false;
  let isDue = false;
  let sending = 0;

  function show(next: ChatDraft): void {
    draft = next;
    for (const listener of listeners) listener();
  }

  function schedule(ms: number): void {
    if (isDue) return;
    isDue = true;
    after(ms, () => {
      isDue = false;
      saveNow();
    });
  }

  function saveNow(): void {
    if (!isDirty || !isLoaded || isSaving || sending > 0) return;
    const saved = draft;
    isSaving = true;
    save(saved)
      .then(() => {
        isDirty = draft !== saved;
        return SAVE_EVERY_MS;
      })
      // The core is away for a moment: the draft stays here and is tried again.
      .catch(() => RETRY_MS)
      .then((pause) => {
        isSaving = false;
        if (isDirty) schedule(pause);
      });
  }

  function begin(): void {
    load().then(
      (stored) => {
        isLoaded = true;
        show({ body: stored.body + draft.body, files: [...stored.files, ...draft.files] });
        saveNow();
      },
      () => after(RETRY_MS, begin),
    );
  }

  begin();
  return {
    current: () => draft,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(patch) {
      isDirty = true;
      show({ ...draft, ...patch });
      schedule(SAVE_EVERY_MS);
    },
    async send(work) {
      sending += 1;
      const taken = draft;
      show(EMPTY);
      const left = await work(taken);
      sending -= 1;
      const body = [left.body, draft.body].filter((text) => text !== '').join('\n');
      isDirty = true;
      show({ body, files: [...left.files, ...draft.files] });
      saveNow();
    },
    receive: (work) => work.then(() => {}),
    look() {
      if (!isLoaded || isDirty || sending > 0) return;
      load().then(
        (stored) => {
          if (!isDirty) show(stored);
        },
        () => {},
      );
    },
    save: saveNow,
  };
}
