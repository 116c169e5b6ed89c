import type { SayMessageFrame, ServerFrame } from '@balcao/shared/features/web-chat/protocol.ts';
import { dropFile, keepFile, readFile } from './files.ts';
import type { Store } from './store.ts';
import type { OwnFile, Uploaded } from './upload.ts';

/** What the visitor has said and the server has not told back yet. */
export interface OwnMessage {
  frame: SayMessageFrame;
  file: OwnFile | null;
  at: string;
  /** Why the server does not take it; null: it is on its way. */
  code: string | null;
  /** The server has it. */
  isStored: boolean;
}

/** Each message is kept under a name of its own, so that two tabs never write over one another's. */
const NAME = 'say:';
/** Without an answer by then the line is doubted. */
const ANSWER_MS = 15_000;
/** What did not get through is tried again after this time, what another tab has left behind after a longer one. */
const AGAIN_MS = 3_000;
const SWEEP_MS = 30_000;

type Answer = 'stored' | 'lost' | { code: string; retryMs: number | null };

interface OutboxParts {
  store: Store;
  upload(id: string, file: OwnFile, bytes: Blob): Promise<Uploaded>;
  say(frame: SayMessageFrame): void;
  doubt(): void;
  changed(own: OwnMessage[]): void;
}

export function createOutbox({ store, upload, say, doubt, changed }: OutboxParts) {
  let isLive = false;
  let isSending = false;
  let answered: ((answer: Answer, id?: string) => void) | null = null;
  let timer = 0;

  const kept = store.names(NAME).flatMap((name) => (store.read(name) as OwnMessage | undefined) ?? []);
  const own = new Map(kept.map((message) => [message.frame.id, message]));
  const keep = (message: OwnMessage) => store.write(NAME + message.frame.id, message);
  const forget = (id: string) => store.remove(NAME + id);
  const sorted = () => [...own.values()].sort((a, b) => (a.frame.id < b.frame.id ? -1 : 1));
  const tell = () => changed(sorted());

  function set(message: OwnMessage): void {
    own.set(message.frame.id, message);
    tell();
  }

  const next = () => sorted().find(({ isStored, code }) => !isStored && code === null);

  async function flush(): Promise<void> {
    if (!isLive || isSending) return;
    isSending = true;
    clearTimeout(timer);
    let waitMs: number | null = null;
    for (let message = next(); message && waitMs === null; message = next()) waitMs = await send(message);
    isSending = false;
    if (isLive) timer = window.setTimeout(flush, waitMs ?? SWEEP_MS);
  }

  /** @returns when it is tried again; null: it is done with */
  async function send(message: OwnMessage): Promise<number | null> {
    const { id, file } = message.frame;
    const uploaded = file && message.file ? await bring(file, message.file) : 'done';
    if (uploaded === 'later') return AGAIN_MS;
    const answer = uploaded === 'done' ? await ask(message.frame) : { ...uploaded, retryMs: null };
    if (answer === 'lost') return AGAIN_MS;
    if (answer === 'stored') settle(id);
    else if (answer.retryMs !== null) return answer.retryMs;
    // One that was taken back meanwhile is not brought back.
    else if (own.has(id)) {
      keep({ ...message, code: answer.code });
      set({ ...message, code: answer.code });
    }
    return null;
  }

  async function bring(id: string, file: OwnFile): Promise<Uploaded> {
    const bytes = await readFile(id);
    return bytes ? upload(id, file, bytes) : { code: 'other' };
  }

  function ask(frame: SayMessageFrame): Promise<Answer> {
    return new Promise((resolve) => {
      const late = window.setTimeout(() => {
        answered?.('lost');
        doubt();
      }, ANSWER_MS);
      answered = (answer, id = frame.id) => {
        if (id !== frame.id) return;
        clearTimeout(late);
        answered = null;
        resolve(answer);
      };
      if (isLive) say(frame);
      else answered('lost');
    });
  }

  function settle(id: string): void {
    const message = own.get(id);
    forget(id);
    if (message?.frame.file) void dropFile(message.frame.file);
    if (message) set({ ...message, isStored: true });
  }

  /** Another tab has said something, or is done with it. */
  store.onOther((name) => {
    if (!name.startsWith(NAME)) return;
    const id = name.slice(NAME.length);
    const message = own.get(id);
    const kept = store.read(name) as OwnMessage | undefined;
    if (kept) set(kept);
    else if (message?.code === null) set({ ...message, isStored: true });
    else if (own.delete(id)) tell();
  });

  return {
    list: sorted,
    async add(message: OwnMessage, bytes: Blob | null): Promise<void> {
      if (message.frame.file && bytes) await keepFile(message.frame.file, bytes);
      keep(message);
      set(message);
      void flush();
    },
    retry(id: string): void {
      const message = own.get(id);
      if (!message) return;
      keep({ ...message, code: null });
      set({ ...message, code: null });
      void flush();
    },
    remove(id: string): void {
      const file = own.get(id)?.frame.file;
      if (file) void dropFile(file);
      forget(id);
      own.delete(id);
      tell();
    },
    heard(frame: ServerFrame): void {
      if (frame.type === 'stored') answered?.('stored', frame.id);
      if (frame.type === 'refused' && frame.id) answered?.(frame, frame.id);
    },
    /** They are the server's, and shown as it tells them. */
    arrived(ids: readonly string[]): void {
      const known = ids.filter((id) => own.has(id));
      for (const id of known) {
        answered?.('stored', id);
        const file = own.get(id)?.frame.file;
        if (file) void dropFile(file);
        forget(id);
        own.delete(id);
      }
      if (known.length > 0) tell();
    },
    live(now: boolean): void {
      isLive = now;
      if (now) void flush();
      else answered?.('lost');
    },
  };
}
