import { z } from 'zod';

/** What this computer keeps of conversations, and for how long. */
export const storageSettings = z.object({
  /** Days after its last message that a closed conversation stays. */
  days: z.int().min(7).max(3_650).default(180),
  /** Megabytes of rows: with more, closed conversations leave earlier, the oldest first. */
  cacheMegabytes: z.int().min(100).max(100_000).default(2_048),
  /** Megabytes of received files: with more, those leave that were not used for longest. */
  mediaMegabytes: z.int().min(100).max(100_000).default(1_024),
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

/** What the screen may ask of this computer's storage. */
export const STORAGE_METHODS = {
  'storage.usage': { input: z.null(), output: storageUsage },
  /**
   * `conversations`: the closed ones, which the server has; what waits or has a draft stays. `files`: copies of received
   * ones. `drafts` are nowhere else: the screen asks before.
   */
  'storage.clear': {
    input: z.object({ what: z.enum(['conversations', 'files', 'drafts']) }),
    output: storageUsage,
  },
} as const;
