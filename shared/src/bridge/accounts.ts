import { z } from 'zod';

/**
 * One of several accounts on this computer: a person at a server, with data of its own and a program of its own that
 * works beside the others.
 */
export const account = z.object({
  /** Empty for the first one. */
  profile: z.string(),
  /** The one that asks. */
  own: z.boolean(),
  /** Its program runs now. */
  open: z.boolean(),
  /** Empty until one was chosen. */
  serverUrl: z.string(),
  /** Null: nobody is signed in. */
  person: z.string().nullable(),
  company: z.string().nullable(),
  companyId: z.int().nullable(),
  /** Tickets with something unread; null while nobody counts them. */
  unread: z.int().nullable(),
  /** Commands that have not reached the server. */
  queued: z.int(),
});
export type Account = z.output<typeof account>;

const nothing = z.null();
const named = z.object({ profile: z.string().max(30) });
/** Where a browser finds it; null: it has come up in a window of its own. */
const opened = z.object({ url: z.string().nullable() });

/** The accounts of this computer, where the program around the console can work with several (`hostCapabilities`). */
export const ACCOUNT_METHODS = {
  'accounts.list': { input: nothing, output: z.array(account) },
  /** A new one, which asks for its server and for who signs in. */
  'accounts.add': { input: nothing, output: opened },
  /** Brings one up beside this one. ERR_NO_ACCOUNT_FOUND, ERR_ACCOUNT_OPEN */
  'accounts.open': { input: named, output: opened },
  /**
   * Takes everything of another one from this computer, unsent words included: the screen asks before. ERR_ACCOUNT_OPEN
   * when its program does not end. ERR_NO_ACCOUNT_FOUND, also for the one that asks.
   */
  'accounts.remove': { input: named, output: nothing },
} as const;
