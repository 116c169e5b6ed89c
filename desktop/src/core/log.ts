import type { Logger } from 'pino';

/** What the core needs of the log. Never given message bodies, numbers, tokens or passwords. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
