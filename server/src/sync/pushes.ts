import type { Mutation } from '@balcao/shared/sync/commands.ts';
import type { MutationOutcome } from './mutations.ts';

/** Commands waiting here; a console has 16 under way, and may repeat them. */
const MAX_WAITING = 64;

/**
 * Runs a console's commands one after the other. After one that could not be run now, those behind it are dropped: the
 * console sends them again with it, so that a transient failure does not reorder (I7). Whether it was kept all the same,
 * its answer lost, only the numbers in the database know; the console may have heard so, and go on behind it.
 */
export function createPushes(handlers: {
  run(mutation: Mutation): Promise<MutationOutcome>;
  onOutcome(mutation: Mutation, outcome: MutationOutcome): void;
  onFailed(error: unknown): void;
}) {
  let waiting: Mutation[] = [];
  /** Some were dropped, and what is next in order has not come again yet. */
  let held = false;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next && !stopped; next = waiting.shift()) {
      const outcome = await handlers.run(next);
      // Sent before the console knew.
      if (held && outcome.kind === 'out_of_order') continue;
      held = outcome.kind === 'transient';
      if (held) waiting = [];
      if (!stopped) handlers.onOutcome(next, outcome);
    }
  }

  return {
    /** @returns false when more waits than a console may have under way. */
    add(mutations: readonly Mutation[]): boolean {
      if (waiting.length + mutations.length > MAX_WAITING) return false;
      waiting.push(...mutations);
      running ??= work()
        .catch((error: unknown) => {
          waiting = [];
          if (!stopped) handlers.onFailed(error);
        })
        .finally(() => {
          running = undefined;
        });
      return true;
    },
    /** The command under way is finished, the others are left to the console's next visit. */
    async stop(): Promise<void> {
      stopped = true;
      await running;
    },
  };
}
