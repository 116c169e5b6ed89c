/**
 * Every error that Balcão answers, once: the server throws by code, the console translates by code.
 * Codes without a sentence in `errors.json` of all three languages fail the i18n check.
 *
 * - `status`: HTTP status; on the websocket only the code travels.
 * - `retryable`: the same request may succeed later without being changed.
 * - 401 ends a session; 403 asks for one renewal of the token and another try; 402 says that the company is overdue.
 */
export interface ErrorEntry {
  status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 422 | 426 | 429 | 500 | 502 | 503;
  retryable: boolean;
}

const entry = (status: ErrorEntry['status'], retryable = false): ErrorEntry => ({ status, retryable });

export const ERRORS = {
  // Requests
  ERR_VALIDATION: entry(400),
  ERR_MALFORMED_JSON: entry(400),
  ERR_BODY_TOO_LARGE: entry(413),
  ERR_UNSUPPORTED_MEDIA_TYPE: entry(415),
  ERR_NOT_FOUND: entry(404),
  ERR_TOO_MANY_REQUESTS: entry(429, true),
  ERR_IDEMPOTENCY_KEY_REUSED: entry(409),
  ERR_INTERNAL: entry(500, true),
  ERR_UNAVAILABLE: entry(503, true),

  // Sessions
  ERR_INVALID_CREDENTIALS: entry(401),
  ERR_SESSION_EXPIRED: entry(401),
  /** The access token is past its quarter of an hour: refresh once and repeat. */
  ERR_TOKEN_EXPIRED: entry(403),
  ERR_SESSION_TAKEN_OVER: entry(401),
  /** Told to whoever still bears a token of theirs: what is kept on that computer goes with the person. */
  ERR_USER_DELETED: entry(401),
  ERR_SUBSCRIPTION_EXPIRED: entry(402),
  ERR_NO_PERMISSION: entry(403),
  ERR_USER_CREATION_DISABLED: entry(403),
  /** The operator has blocked the company: its sessions end. */
  ERR_COMPANY_BLOCKED: entry(401),
  /** The password was right; now the code of the authenticator. */
  ERR_SECOND_FACTOR_REQUIRED: entry(401),
  ERR_SECOND_FACTOR_WRONG: entry(401),
  /** The company demands a second factor: nothing else is open until it is set up. */
  ERR_SECOND_FACTOR_SETUP: entry(403),
  /** Set up already: the one in use is ended first, with the password. */
  ERR_SECOND_FACTOR_ACTIVE: entry(409),
  ERR_WRONG_PASSWORD: entry(422),
  ERR_RESET_LINK_INVALID: entry(422),
  ERR_SETUP_TOKEN_INVALID: entry(403),

  // Companies, plans, people
  ERR_NO_COMPANY_FOUND: entry(404),
  ERR_COMPANY_NAME_TAKEN: entry(409),
  /** The operator's own company can neither be deleted nor blocked. */
  ERR_COMPANY_PROTECTED: entry(409),
  ERR_NO_PLAN_FOUND: entry(404),
  ERR_PLAN_NAME_TAKEN: entry(409),
  ERR_PLAN_IN_USE: entry(409),
  /** The company's plan does not include this part of the product. */
  ERR_PLAN_FEATURE_OFF: entry(403),
  ERR_PLAN_LIMIT_USERS: entry(409),
  ERR_PLAN_LIMIT_CONNECTIONS: entry(409),
  ERR_PLAN_LIMIT_QUEUES: entry(409),
  /** Of those that wait for their time. */
  ERR_PLAN_LIMIT_SCHEDULES: entry(409),
  ERR_EMAIL_TAKEN: entry(409),
  ERR_LAST_ADMIN: entry(409),
  ERR_NO_HELP_FOUND: entry(404),
  ERR_HELP_TITLE_TAKEN: entry(409),

  // Connections (WhatsApp sessions)
  ERR_NO_OTHER_WHATSAPP: entry(409),
  ERR_NO_DEF_WAPP_FOUND: entry(409),
  ERR_NO_WAPP_FOUND: entry(404),
  ERR_WAPP_NOT_INITIALIZED: entry(409, true),
  ERR_WAPP_CHECK_CONTACT: entry(502, true),
  ERR_WAPP_INVALID_CONTACT: entry(422),
  ERR_WAPP_DOWNLOAD_MEDIA: entry(502, true),
  ERR_WAPP_GREETING_REQUIRED: entry(422),
  ERR_WAPP_NAME_TAKEN: entry(409),
  ERR_WAPP_TOKEN_TAKEN: entry(409),
  ERR_SENDING_WAPP_MSG: entry(502, true),
  /** WhatsApp does not let this number write to this contact now; trying again makes it worse. */
  ERR_WAPP_RESTRICTED: entry(403),
  ERR_DELETE_WAPP_MSG: entry(422),
  ERR_EDIT_WAPP_MSG: entry(422),
  ERR_REACT_WAPP_MSG: entry(422),
  /** Polls, calls, notes, and what has no content here. */
  ERR_FORWARD_WAPP_MSG: entry(422),
  ERR_FETCH_WAPP_MSG: entry(422),
  ERR_DEFAULT_CHANNEL_NOT_WPP: entry(409),

  // Tickets, messages, contacts, queues, settings
  ERR_NO_TICKET_FOUND: entry(404),
  /** Another one is under way with this contact, or this very one is a colleague's: `name` has it. */
  ERR_OTHER_OPEN_TICKET: entry(409),
  ERR_TICKET_NOT_PENDING: entry(409),
  ERR_TICKET_CLOSED: entry(409),
  /** While the closing was held back on the agent's computer. */
  ERR_CUSTOMER_WROTE: entry(409),
  /** It is still waiting: whoever answers accepts it first. */
  ERR_TICKET_NOT_ACCEPTED: entry(409),
  ERR_TICKET_FOREIGN_QUEUE: entry(403),
  /** The agent would not see the ticket in that queue. */
  ERR_USER_NOT_IN_QUEUE: entry(422),
  ERR_CREATING_TICKET: entry(500, true),
  ERR_CREATING_MESSAGE: entry(500, true),
  ERR_NO_MESSAGE_FOUND: entry(404),
  ERR_NO_CONTACT_FOUND: entry(404),
  ERR_DUPLICATED_CONTACT: entry(409),
  ERR_CONTACT_IS_GROUP: entry(422),
  /** Files of contacts. */
  ERR_IMPORT_TYPE: entry(415),
  ERR_IMPORT_UNREADABLE: entry(422),
  ERR_IMPORT_PROTECTED: entry(422),
  ERR_IMPORT_EMPTY: entry(422),
  ERR_IMPORT_TOO_MANY_ROWS: entry(422),
  ERR_IMPORT_FORMULAS: entry(422),
  ERR_IMPORT_NO_NUMBER: entry(422),
  ERR_IMPORT_STATE: entry(409),
  ERR_NO_IMPORT_FOUND: entry(404),
  /** A contact cannot be merged with itself. */
  ERR_SAME_CONTACT: entry(422),
  ERR_NO_USER_FOUND: entry(404),
  ERR_NO_QUEUE_FOUND: entry(404),
  ERR_QUEUE_COLOR_ALREADY_EXISTS: entry(409),
  ERR_QUEUE_NAME_TAKEN: entry(409),
  ERR_NO_QUEUE_OPTION_FOUND: entry(404),
  /** A queue's menu has as many options as one may have. */
  ERR_QUEUE_OPTIONS_FULL: entry(409),
  ERR_NO_TAG_FOUND: entry(404),
  ERR_TAG_NAME_TAKEN: entry(409),
  ERR_NO_QUICK_MESSAGE_FOUND: entry(404),
  ERR_SHORTCODE_TAKEN: entry(409),
  ERR_NO_SCHEDULE_FOUND: entry(404),
  /** It stands in its conversation: it can be changed and taken back no more. */
  ERR_SCHEDULE_SENT: entry(409),
  ERR_NO_SETTING_FOUND: entry(404),
  ERR_NO_MEDIA_FOUND: entry(404),
  ERR_MEDIA_NOT_READY: entry(409, true),
  ERR_MEDIA_CORRUPT: entry(422),
  /** The part of a file does not follow what is there: go on from `received`. */
  ERR_UPLOAD_OFFSET: entry(409, true),
  /** The company has stored as much as the operator lets it. */
  ERR_MEDIA_QUOTA: entry(413),

  // Websocket
  ERR_PROTOCOL: entry(400),
  /** The console must be replaced by a newer one; nothing that it holds is at fault. */
  ERR_PROTOCOL_TOO_OLD: entry(426),
  ERR_MUTATION_OUT_OF_ORDER: entry(409),

  // Console only: never sent by a server
  ERR_OFFLINE: entry(503, true),
  ERR_SERVER_UNREACHABLE: entry(503, true),
  /** Something answers at the address, but not a server of ours. */
  ERR_NO_BALCAO_FOUND: entry(404),
  /** No such account on this computer, or the one that asks. */
  ERR_NO_ACCOUNT_FOUND: entry(404),
  /** Another program works with this account. */
  ERR_ACCOUNT_OPEN: entry(409, true),
  ERR_DISK_FULL: entry(503, true),
  /** What was waiting in the outbox is done, or was taken out. */
  ERR_NO_COMMAND_FOUND: entry(404),
  /** The server may have it already: it cannot be taken back. */
  ERR_COMMAND_SENT: entry(409),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);

/** Values that an error text may name, for example who took a ticket. Shown to people, so never secrets. */
export type ErrorParams = Record<string, string | number>;

/**
 * The one error that crosses a boundary on purpose. `message` is for logs; people read the translation of `code`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;

  constructor(code: ErrorCode, params: ErrorParams = {}, options?: { cause?: unknown; message?: string }) {
    super(options?.message ?? code, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = params;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }
}
