import type { Logger } from 'pino';

/** The part of the log that the core uses. It never receives message bodies, numbers, tokens or passwords. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
