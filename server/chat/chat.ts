import type { ChatDesign } from '@balcao/shared/features/web-chat/design.ts';
import { CHAT_LIMITS, CHAT_PROTOCOL } from '@balcao/shared/features/web-chat/line.ts';
import type {
  AboutVisitor,
  HelloFrame,
  SayMessageFrame,
  ServerFrame,
  VisitorFrame,
} from '@balcao/shared/features/web-chat/protocol.ts';
import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';
import { v7 } from 'uuid';
import {
  type Conversation,
  emptyConversation,
  merge,
  notYet,
  putBefore,
  ticked,
  welcomed,
} from './conversation.ts';
import { type Line, type LineState, openLine } from './line/line.ts';
import { createOutbox, type OwnMessage } from './line/outbox.ts';
import type { Store } from './line/store.ts';
import { type OwnFile, uploadFile } from './line/upload.ts';
import { openTab } from './open-tab.ts';
import { pageFacts } from './page-facts.ts';
import type { Tag } from './tag.ts';

/** All that is shown. */
export interface ChatState extends Conversation {
  /** `idle`: a visitor who has never been here costs the server nothing. */
  line: LineState | 'idle';
  own: OwnMessage[];
  isOpen: boolean;
  /** It was open on the page before: it takes the keyboard from nobody. */
  isCarried: boolean;
  /** Older messages are on their way. */
  isAsking: boolean;
  /** There may be a conversation of before. */
  hasBeenHere: boolean;
  /** What the visitor has filled in before the first message. */
  about: AboutVisitor | null;
  /** The way to WhatsApp, once it was asked for. */
  whatsApp: { url: string; code: string } | null;
}

/** What the screen can do. */
export interface Chat {
  design: ChatDesign;
  state(): ChatState;
  subscribe(changed: () => void): () => void;
  setOpen(isOpen: boolean): void;
  say(text: string, tap?: string): void;
  sendFile(bytes: Blob, file: OwnFile): void;
  retry(id: string): void;
  remove(id: string): void;
  type(state: TypingState): void;
  askEarlier(): void;
  tellAbout(about: AboutVisitor): void;
  askWhatsApp(): void;
  leaveWhatsApp(): void;
  /** The whole address of something beside the script's own. */
  addressOf(path: string): string;
  draft: { read(): string; write(text: string): void };
}

/** Whoever is still typing says so again within this time. */
const TYPING_REPEAT_MS = CHAT_LIMITS.typingMs / 2;
const PAGE_LOOK_MS = 2_000;

export function openChat(tag: Tag, design: ChatDesign, store: Store): Chat {
  forgetOthers(tag, store);
  const tab = openTab(tag.key);
  const wasOpen = tab.read();
  let state: ChatState = {
    ...emptyConversation(design.shop),
    line: 'idle',
    own: [],
    isOpen: wasOpen,
    isCarried: wasOpen,
    isAsking: false,
    hasBeenHere: Boolean(store.read('token') ?? tag.user),
    about: (store.read('about') as AboutVisitor | undefined) ?? null,
    whatsApp: null,
  };
  const listeners = new Set<() => void>();
  const set = (change: Partial<ChatState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  let line: Line | null = null;
  const say = (frame: VisitorFrame) => line?.say(frame);
  const outbox = createOutbox({
    store,
    upload: (id, file, bytes) => uploadFile({ ...tag, token: String(store.read('token')), id, file, bytes }),
    say,
    doubt: () => line?.doubt(),
    changed: (own) => set({ own }),
  });
  state.own = outbox.list();

  const hello = (): HelloFrame => ({
    type: 'hello',
    protocol: CHAT_PROTOCOL,
    token: (store.read('token') as string | undefined) ?? null,
    user: tag.user,
    position: state.position,
    page: pageFacts(store),
    language: tag.language.slice(0, 35),
    utcOffset: -new Date().getTimezoneOffset(),
  });

  function connect(): void {
    line ??= openLine({ ...tag, isOpen: () => state.isOpen, hello, heard: hear, changed: lineChanged });
    line.hurry();
  }

  function lineChanged(now: LineState): void {
    set({ line: now, typing: 'paused', isAsking: false });
    outbox.live(now === 'live');
    if (now !== 'live') return;
    tellTicks();
    tellPage();
  }

  let typingEnds = 0;
  function hear(frame: ServerFrame): void {
    outbox.heard(frame);
    if (frame.type === 'welcome') {
      store.write('token', frame.token);
      set(welcomed(frame.isNew ? { ...state, messages: [] } : state, frame));
    } else if (frame.type === 'messages') {
      const { messages, position } = frame;
      const speaks = messages.some(({ from }) => from === 'shop');
      set({
        messages: merge(state.messages, messages),
        position,
        ...(speaks ? { typing: 'paused' } : {}),
      });
    } else if (frame.type === 'earlier') {
      const { messages, before } = frame;
      set({ messages: putBefore(state.messages, messages), before, isAsking: false });
    } else if (frame.type === 'typing') {
      clearTimeout(typingEnds);
      typingEnds = window.setTimeout(() => set({ typing: 'paused' }), CHAT_LIMITS.typingMs);
      set({ typing: frame.state });
    } else if (frame.type === 'whatsapp') set({ whatsApp: frame });
    else if (frame.type === 'shop') set({ shop: frame.shop });
    if ('messages' in frame) {
      outbox.arrived(frame.messages.map(({ id }) => id));
      tellTicks();
    }
  }

  /** What has come, and what is looked at. */
  function tellTicks(): void {
    if (state.line !== 'live') return;
    const status = state.isOpen && !document.hidden ? 'read' : 'delivered';
    const ids = notYet(state.messages, status);
    for (let at = 0; at < ids.length; at += CHAT_LIMITS.tickIds)
      say({ type: 'tick', ids: ids.slice(at, at + CHAT_LIMITS.tickIds), status });
    if (ids.length > 0) set({ messages: ticked(state.messages, ids, status) });
  }

  function add(
    text: string,
    rest: Partial<SayMessageFrame> = {},
    file?: { bytes: Blob; file: OwnFile },
  ): void {
    const frame: SayMessageFrame = {
      type: 'message',
      id: v7(),
      text,
      file: file ? v7() : null,
      tap: null,
      quoted: null,
      about: state.isKnown ? null : state.about,
      ...rest,
    };
    const at = new Date().toISOString();
    void outbox.add(
      { frame, file: file?.file ?? null, at, code: null, isStored: false },
      file?.bytes ?? null,
    );
    saidTyping = 0;
    connect();
  }

  let saidTyping = 0;
  let toldPage = '';
  /** The page that is looked at while the chat is open, if the shop follows that. */
  function tellPage(): void {
    const { href } = location;
    if (!design.followsPages || !state.isOpen || state.line !== 'live' || href === toldPage) return;
    toldPage = href;
    say({ type: 'page', page: pageFacts(store) });
  }

  setInterval(tellPage, PAGE_LOOK_MS);
  document.addEventListener('visibilitychange', tellTicks);
  store.onOther((name) => {
    // Somebody has begun to talk in another tab.
    if (name === 'token' && state.line === 'idle') connect();
  });
  if (store.read('token') || tag.user || state.own.length > 0 || wasOpen) connect();

  return {
    design,
    state: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    setOpen(isOpen) {
      set({ isOpen, isCarried: false });
      tab.write(isOpen);
      if (!isOpen) return;
      connect();
      tellTicks();
      tellPage();
    },
    say: (text, tap) => add(text, { tap: tap ?? null }),
    sendFile: (bytes, file) => add('', {}, { bytes, file }),
    retry: outbox.retry,
    remove: outbox.remove,
    type(now) {
      const isTyping = now !== 'paused';
      if (isTyping === saidTyping > 0 && Date.now() - saidTyping < TYPING_REPEAT_MS) return;
      if (!isTyping && saidTyping === 0) return;
      saidTyping = isTyping ? Date.now() : 0;
      say({ type: 'typing', state: now });
    },
    askEarlier() {
      if (!state.before || state.isAsking || state.line !== 'live') return;
      set({ isAsking: true });
      say({ type: 'earlier', before: state.before });
    },
    tellAbout(about) {
      store.write('about', about);
      set({ about });
    },
    askWhatsApp() {
      connect();
      say({ type: 'whatsapp' });
    },
    addressOf: (path) => new URL(path, tag.server).href,
    leaveWhatsApp: () => set({ whatsApp: null }),
    draft: {
      read: () => String(store.read('draft') ?? ''),
      write: (text) => (text ? store.write('draft', text) : store.remove('draft')),
    },
  };
}

/** Whoever signs out at the shop, or in as somebody else, leaves nothing to the next one at this computer. */
function forgetOthers({ user }: Tag, store: Store): void {
  const before = store.read('user');
  if (before && before !== user?.id) for (const name of store.names('')) store.remove(name);
  if (user) store.write('user', user.id);
}
