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
/** Conversations that one person may pin. */
export const MAX_PINS = 20;
/** Length of a tag's name. */
export const TAG_NAME = { min: 3, max: 255 } as const;
/** Tags on one ticket. */
export const MAX_TAGS = 50;
/** Lanes of the kanban board that are put into an order. */
export const MAX_LANES = 200;
/** Cards of the board that the API gives at a time. */
export const KANBAN_PAGE = 5_000;
/** What operators are told of a company's use: the messages of so many days, up to so many. */
export const USE_DAYS = 30;
export const MAX_COUNTED_MESSAGES = 100_000;
/** Colleagues who are named in one note. */
export const MAX_MENTIONS = 20;
/** Mentions that are marked as read at once. */
export const MAX_MENTIONS_READ = 100;
/** People in one chat. */
export const MAX_CHAT_MEMBERS = 100;
export const FILE_LIST_NAME_MIN = 3;
export const SHORTCODE_MAX_CHARS = 255;
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
/** Length of the names of companies and plans, and of titles. */
export const TITLE = { min: 1, max: 255 } as const;
/** Digits of a contact's number. */
export const CONTACT_NUMBER = { min: 8, max: 50 } as const;
/** Limits of a contact: characters of its notes, and number of its own fields. */
export const CONTACT_NOTES_MAX = 5_000;
export const CONTACT_FIELDS_MAX = 50;
/** Contacts that are linked to one person. */
export const CONTACT_LINKS_MAX = 10;
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
/** Days of a company that its weekly hours do not decide. */
export const MAX_HOLIDAYS = 100;
/** The latest that a queue may call a waiting customer late: a day. */
export const MAX_WAIT_LIMIT_MINUTES = 1_440;
/** How long "Undo" is on the screen, and how long the finishing or handing over of a ticket is held back for that. */
export const UNDO_MS = 5_000;
export const DECISION_HELD_MS = 6_000;
/** How long the server keeps an unused file, for an uploader who is away before attaching it. */
export const FILE_WAITS_MS = 86_400_000;
/** Lists load their next page this near to the bottom. */
export const LOAD_MORE_PX = 100;
export const RESET_LINK_MINUTES = 60;
/** How long the link lives with which a company's first admin chooses a password. */
export const FIRST_LINK_DAYS = 7;
/** How long the link of a reminder shows its invoice. */
export const INVOICE_LINK_DAYS = 60;
