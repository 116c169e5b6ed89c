import type { HelloFrame, ServerFrame, VisitorFrame } from '@balcao/shared/features/web-chat/protocol.ts';

/** One way to the server, until it ends. */
export interface Connection {
  say(frame: VisitorFrame): void;
  /** Somebody looks now. */
  hurry(): void;
  close(): void;
}

export interface ConnectionParts {
  /** Of the server: `https://desk.example.com`. */
  server: string;
  key: string;
  /** Somebody looks at the chat. */
  isOpen(): boolean;
  hello(): HelloFrame;
  heard(frame: ServerFrame): void;
  /** @param code of `CHAT_CLOSE`, or another one: the way is not there. Called once. */
  ended(code: number): void;
}
