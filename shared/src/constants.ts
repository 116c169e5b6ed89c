/** Numbers that both sides must agree on. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_DAYS = 7;
/** Names the console's version in each of its calls; the server may demand a newer one. */
export const CONSOLE_VERSION_HEADER = 'x-balcao-console';
export const REQUEST_DEBOUNCE_MS = 500;
export const SOCKET_HEARTBEAT_MS = 18_000;
export const PRESENCE_HEARTBEAT_MS = 300_000;
export const NARROW_SCREEN_PX = 600;
export const NAME_CUT = 10;
export const LOAD_OLDER_PX = 50;
export const CONNECTION_WARNING_DELAY_MS = 2_000;
export const TOAST_MS = 2_000;
export const SUBSCRIPTION_WARNING_DAYS = 5;
export const PAGE_SIZE = 40;
/** Largest file taken in or sent unless the server is configured otherwise. */
export const MEDIA_LIMIT_BYTES = 64 * 1024 * 1024;
/** WhatsApp's own limit for one text. */
export const MESSAGE_MAX_CHARS = 65_536;
/** WhatsApp lets a text be edited and a message be deleted for everyone no longer than this after it was sent. */
export const MESSAGE_EDIT_MS = 15 * 60_000;
export const MESSAGE_DELETE_MS = 60 * 3_600_000;
/** QR codes offered before a connection gives up with TIMEOUT. */
export const QR_OFFERS = 5;
/** Length of passwords. */
export const PASSWORD = { min: 5, max: 50 } as const;
/** Length of a tag's name. */
export const TAG_NAME = { min: 3, max: 50 } as const;
/** Tags on one ticket. */
export const MAX_TAGS = 50;
export const SHORTCODE_MAX_CHARS = 50;
/** One word: a blank or another slash ends what the composer completes. */
export const SHORTCODE_WORD = /^[^\s/]+$/;
/** The company's own word for a queue. */
export const QUEUE_TOKEN_MAX_CHARS = 200;
/** Limits of scheduled messages. */
export const SCHEDULE = {
  minChars: 5,
  /** Shown in the table. */
  cutChars: 25,
  /** A new one goes out so much later than now. */
  aheadMs: 3_600_000,
  files: ['image/png', 'image/jpeg'],
} as const;
export const NAME = { min: 2, max: 50 } as const;
/** Digits of a contact's number. */
export const CONTACT_NUMBER = { min: 8, max: 50 } as const;
/** Limits of a contact: characters of its notes, and number of its own fields. */
export const CONTACT_NOTES_MAX = 5_000;
export const CONTACT_FIELDS_MAX = 50;
/** Searching contacts begins with so many characters. */
export const CONTACT_SEARCH_MIN = 3;
/** Days that a company which signs up may try for free. */
export const TRIAL_DAYS = 3;
/** Months by which "+Vencimento" advances a due date. */
export const RECURRENCE_MONTHS = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
} as const;
export const TOAST_LONG_MS = 3_000;
/** A customer who has waited for an answer so long is pointed out in the list. */
export const WAITING_WARNING_MINUTES = 30;
/** How long "Undo" is on the screen after a ticket was finished, and how long its closing is held back for that. */
export const UNDO_MS = 5_000;
export const CLOSING_HELD_MS = 6_000;
/** How long the server keeps an unused file, for an uploader who is away before attaching it. */
export const FILE_WAITS_MS = 86_400_000;
/** Lists load their next page this near to the bottom. */
export const LOAD_MORE_PX = 100;
export const RESET_LINK_MINUTES = 60;
