/** How the database of an installation is copied: by itself, by pgBackRest, or by nobody of ours. */
export interface DatabaseCopy {
  /** Where it answers. */
  url: string;
  /** Whether a backup then has the database: not where somebody else copies it. */
  hasDatabase: boolean;
  /** What of it goes with the files into the repository. */
  parts: readonly string[];
  /** Where our own notes lie until they are saved. */
  folder: string;
  /** When the copies were finished from which the log leads to now; the oldest first. */
  list(): Promise<Date[]>;
  isOld(since: Date): boolean;
  /** Makes another copy; the older ones stay. */
  renew(): Promise<void>;
  /** Takes away the older ones, and the log that only they need. */
  dropOlder(): Promise<void>;
  /** What was committed by now is where it will be saved, or saved. */
  finishLog(): Promise<void>;
  close(): Promise<void>;
}

/** A moment as PostgreSQL's recovery understands it, which reads no `T` and no `Z`. */
export const recoveryTarget = (to: Date): string => to.toISOString().replace('T', ' ').replace('Z', '+00');
