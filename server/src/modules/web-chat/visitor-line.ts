import type { PageFacts, ServerFrame } from '@balcao/shared/features/web-chat/protocol.ts';
import type { KnownChat } from './known-chats.ts';
import type { Visitor } from './visitor-proofs.ts';

/** A visitor while they are there. Thousands of them stay for hours and say nothing: it holds little. */
export interface VisitorLine {
  readonly chat: KnownChat;
  /** Whose network it is, and what the browser calls itself. */
  readonly address: string;
  readonly browser: string;
  send(frame: ServerFrame): void;
  end(code: number): void;
  /** Null before the greeting. */
  visitor: Visitor | null;
  /** What the visitor's contact is known by. */
  names: readonly string[];
  /** Null: nobody has written yet, or what was written is not stored as a message yet. */
  contactId: number | null;
  /** The visitor's own; empty: nobody has said it. */
  name: string;
  page: PageFacts | null;
  /** The page of the last words, which is kept. */
  keptPage: PageFacts | null;
  language: string;
  utcOffset: number;
  /** It has been told where it stands: news may follow. */
  isWelcome: boolean;
  /** There was news before that. */
  hasMissed: boolean;
  /** Something was said on this line. */
  hasSpoken: boolean;
  isOpen: boolean;
  typingToldAt: number;
}

const BROWSER_CHARS = 300;

export function newLine(
  chat: KnownChat,
  { address, browser }: Pick<VisitorLine, 'address' | 'browser'>,
  { send, end }: Pick<VisitorLine, 'send' | 'end'>,
): VisitorLine {
  return {
    chat,
    address,
    browser: browser.slice(0, BROWSER_CHARS),
    send,
    end,
    visitor: null,
    names: [],
    contactId: null,
    name: '',
    page: null,
    keptPage: null,
    language: '',
    utcOffset: 0,
    isWelcome: false,
    hasMissed: false,
    hasSpoken: false,
    isOpen: true,
    typingToldAt: 0,
  };
}
