/**
 * The line between a visitor of a shop's page and the server, as far as it needs no schema: this file is part of the
 * visitor's script, which must stay small. The frames are in `protocol.ts`.
 */

/** Rises when a frame changes in a way that an older script would not understand. */
export const CHAT_PROTOCOL = 1;

/** The script that a shop's page names, with `data-key` and, for those who are signed in there, `data-user`. */
export const CHAT_SCRIPT_PATH = '/chat.js';

/** Where a chat is spoken with, beside the script. The key is what the shop's page says as `data-key`. */
export const chatPaths = (key: string) => ({
  /** GET: the design (`ChatDesign`). Everybody may keep it for a minute. */
  design: `/chat/${key}`,
  /** The websocket. Its first frame is `hello`, and everything is text. */
  line: `/chat/${key}/line`,
  /** POST, where websockets are refused: `ExchangeQuestion`, answered by `ExchangeAnswer`. */
  exchange: `/chat/${key}/exchange`,
  /**
   * PUT: the bytes of a file, under an id of the visitor's making, before the message that names it; doing it again is
   * harmless. Headers: `authorization: Bearer <token>`, `x-file-name` (percent-encoded). `?voice=true&seconds=7` says that
   * it is a voice note.
   */
  upload: (fileId: string) => `/chat/${key}/files/${fileId}`,
});

export const CHAT_LIMITS = {
  /** Characters of one text. */
  textChars: 4_000,
  /** Bytes of one frame, and of an exchange. */
  frameBytes: 32 * 1024,
  /** Bytes of one file; a server may allow less (`ERR_BODY_TOO_LARGE`). */
  fileBytes: 16 * 1024 * 1024,
  /** Messages that a welcome or a page of the past brings. */
  pageMessages: 30,
  /** Messages that may be sent at once, and then in a minute; more are refused with the seconds to wait. */
  messagesAtOnce: 10,
  messagesPerMinute: 30,
  /** Ids that one `tick` names. */
  tickIds: 100,
  /** The greeting must come within this time. */
  helloMs: 5_000,
  /** Between two exchanges: while the chat is open on the page, and while it is not. */
  exchangeMs: { open: 3_000, closed: 30_000 },
  /** Somebody who writes says so again before this is over; without a repetition it has ended. */
  typingMs: 8_000,
} as const;

/** How the server ends a line. After any other code, the script tries again by itself, ever more slowly. */
export const CHAT_CLOSE = {
  /** No such chat, or this page may not use it: trying again is of no use. */
  refused: 4003,
  /** A newer script is needed: after a reload it is there. */
  tooOld: 4004,
  /** Too many lines of one visitor, one network or one chat: again after a minute. */
  tooMany: 4029,
  /** What was said is no frame, or came before `hello`. */
  nonsense: 1002,
  /** The server goes away: at once again, to another. */
  goingAway: 1012,
} as const;
