import { z } from 'zod';

const nothing = z.null();

/**
 * `off`: this console does not update itself (a browser, a build without a publisher's key). `ready`: `version` is
 * fetched and checked, and takes over at the next start.
 */
export const updateState = z.object({
  phase: z.enum(['off', 'idle', 'checking', 'downloading', 'ready', 'failed']),
  /** The newer version. */
  version: z.string().nullable(),
  /** How far the download is, 0 to 100. */
  percent: z.number().nullable(),
});
export type UpdateState = z.output<typeof updateState>;

/** Newer versions of the console itself. */
export const UPDATE_METHODS = {
  'updates.get': { input: nothing, output: updateState },
  /** Looks now, and takes a version that is given out in steps as well. */
  'updates.check': { input: nothing, output: nothing },
  /** Ends the program and starts the newer version, when it is `ready`. What waits to be sent is kept. */
  'updates.install': { input: nothing, output: nothing },
  /**
   * A person writes or records on this screen, so the program must not restart under their hands. Repeated as
   * long as it lasts; forgotten after `BUSY_FOR_MS`.
   */
  'screen.busy': { input: z.object({ screen: z.guid(), busy: z.boolean() }), output: nothing },
} as const;

export const BUSY_FOR_MS = 3 * 60_000;
export const BUSY_REPEAT_MS = 60_000;
