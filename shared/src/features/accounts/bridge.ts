import { z } from 'zod';

/**
 * One of several accounts on this computer: a user at a server, with its own data and its own program that
 * works beside the others.
 */
export const account = z.object({
  /** Empty for the first one. */
  profile: z.string(),
  /** The account of the calling console. */
  own: z.boolean(),
  /** Its program runs now. */
  open: z.boolean(),
  /** Empty until one was chosen. */
  serverUrl: z.string(),
  /** Null: no user is signed in. */
  person: z.string().nullable(),
  company: z.string().nullable(),
  companyId: z.int().nullable(),
  /** Tickets with something unread; null while they are not counted. */
  unread: z.int().nullable(),
  /** Commands that have not reached the server. */
  queued: z.int(),
});
export type Account = z.output<typeof account>;

const nothing = z.null();
const named = z.object({ profile: z.string().max(30) });
/** The address for a browser; null: it opened in its own window. */
const opened = z.object({ url: z.string().nullable() });

/** The accounts of this computer, where the program around the console can work with several (`hostCapabilities`). */
export const ACCOUNT_METHODS = {
  'accounts.list': { input: nothing, output: z.array(account) },
  /** Opens a new one, which shows the choice of its server and the sign-in. */
  'accounts.add': { input: nothing, output: opened },
  /** Brings one up beside this one. ERR_NO_ACCOUNT_FOUND, ERR_ACCOUNT_OPEN */
  'accounts.open': { input: named, output: opened },
  /**
   * Removes all data of another one from this computer, unsent messages included: the screen confirms first.
   * ERR_ACCOUNT_OPEN when its program does not end. ERR_NO_ACCOUNT_FOUND, also for the calling account itself.
   */
  'accounts.remove': { input: named, output: nothing },
} as const;
