/** One thing that is due. Its id is unique among those of its job and company. */
export interface DueItem {
  /** Null: of the installation. */
  companyId: number | null;
  id: number | string;
}

export type Clock = () => Date;

/**
 * Work that returns by the clock. What is due stands in rows or on the disk, so a process that ends in the middle leaves
 * it to the next run, and a run that finds nothing costs a look.
 */
export interface Job<Item extends DueItem = DueItem> {
  name: string;
  /** A cron expression that begins with the seconds. Hours and days are UTC's. */
  schedule: string;
  /** So far, at random, a run may come later: what is not urgent is not looked at by all processes in one moment. */
  maxDelayMs?: number;
  /** `every`: each looks for itself, and locks decide who has an item. `one`: only one at a time looks. */
  processes: 'every' | 'one';
  /** The most urgent first, at most `limit`. What has failed and waits for its next try is among them. */
  due(now: Date, limit: number): Promise<readonly Item[]>;
  /**
   * Does what is to be done with one, in a transaction of its own that looks whether it is still due. `more`: there is
   * more to do with it, once the others had their turn.
   */
  take(item: Item, clock: Clock): Promise<unknown>;
  /** Instead of `take`, for what has failed so often. */
  giveUp?: { tries: number; take(item: Item, clock: Clock): Promise<unknown> };
}
