import { z } from 'zod';

/** The conversations that this computer keeps, and for how long. */
export const storageSettings = z.object({
  /** Days after its last message that a closed conversation stays. */
  days: z.int().min(7).max(3_650).default(180),
  /** Megabytes of rows: with more, closed conversations leave earlier, the oldest first. */
  cacheMegabytes: z.int().min(100).max(100_000).default(2_048),
  /** Megabytes of received files: with more, those leave that were not used for longest. */
  mediaMegabytes: z.int().min(100).max(100_000).default(1_024),
  /** Rows, drafts and files are encrypted with a key that the system keeps, where it keeps one. */
  sealed: z.boolean().default(false),
});
export type StorageSettings = z.output<typeof storageSettings>;

export const storageUsage = z.object({
  conversations: z.int(),
  messages: z.int(),
  contacts: z.int(),
  cacheBytes: z.int(),
  /** Copies of files that the server has. */
  files: z.int(),
  fileBytes: z.int(),
  /** Written here and nowhere else: drafts, files that are to be sent, and commands that wait or were refused. */
  drafts: z.int(),
  unsentFiles: z.int(),
  unsentBytes: z.int(),
  commands: z.int(),
});
export type StorageUsage = z.output<typeof storageUsage>;

/** Whether another person with access to this computer's disk can read the data. */
export const storageProtection = z.object({
  /** The system has a safe place for a key. */
  possible: z.boolean(),
  /** The current state; `wanted` is the choice. They differ when a change failed. */
  sealed: z.boolean(),
  wanted: z.boolean(),
  /** Folders that wait for their key to come back, with what was not sent. */
  locked: z.int(),
});
export type StorageProtection = z.output<typeof storageProtection>;

/** The screen's calls on this computer's storage. */
export const STORAGE_METHODS = {
  'storage.usage': { input: z.null(), output: storageUsage },
  /**
   * `conversations`: the closed ones, which the server has; what waits or has a draft stays. `files`: copies of received
   * ones. `drafts` and what is `locked` are nowhere else: the screen confirms first.
   */
  'storage.clear': {
    input: z.object({ what: z.enum(['conversations', 'files', 'drafts', 'locked']) }),
    output: storageUsage,
  },
  'storage.protection': { input: z.null(), output: storageProtection },
  /** The console starts again with everything copied; that takes as long as it is large. */
  'storage.protect': { input: z.object({ sealed: z.boolean() }), output: z.null() },
  /** Marks the damage of files as shown to the agent. */
  'storage.told': { input: z.null(), output: z.null() },
} as const;
