import type { Mutation } from '@balcao/shared/sync/commands.ts';
import type { MutationOutcome } from './mutations.ts';

/** Commands waiting here; a console has 16 under way, and may repeat them. */
const MAX_WAITING = 64;

/**
 * Runs a console's commands one after the other, those that may go together in one transaction. After one that could not be
 * run now, those behind it are dropped: the console sends them again with it, so that a transient failure does not reorder
 * (I7). Whether it was kept all the same, its answer lost, only the numbers in the database know; the console may have
 * heard so, and go on behind it.
 */
export function createPushes(handlers: {
  run(mutation: Mutation): Promise<MutationOutcome>;
  /** @returns whether all of them are settled; otherwise none is */
  runTogether(mutations: readonly Mutation[]): Promise<boolean>;
  onOutcome(mutation: Mutation, outcome: MutationOutcome): void;
  onFailed(error: unknown): void;
}) {
  let waiting: Mutation[] = [];
  /** Some were dropped, and what is next in order has not come again yet. */
  let held = false;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function work(): Promise<void> {
    while (waiting.length > 0 && !stopped) {
      const together = countTogether(waiting);
      if (together > 1 && (await handlers.runTogether(waiting.slice(0, together)))) {
        held = false;
        for (const mutation of waiting.splice(0, together)) tell(mutation, { kind: 'settled' });
      } else await runEach(together);
    }
  }

  async function runEach(count: number): Promise<void> {
    for (let left = count; left > 0 && !stopped; left -= 1) {
      const next = waiting.shift();
      if (!next) return;
      const outcome = await handlers.run(next);
      // Sent before the console knew.
      if (held && outcome.kind === 'out_of_order') continue;
      held = outcome.kind === 'transient';
      if (held) waiting = [];
      tell(next, outcome);
    }
  }

  function tell(mutation: Mutation, outcome: MutationOutcome): void {
    if (!stopped) handlers.onOutcome(mutation, outcome);
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

/** How many from the first on may run in one transaction: each is about a ticket, and none about another one's. */
function countTogether(mutations: readonly Mutation[]): number {
  const tickets = new Set<number>();
  for (const { args } of mutations) {
    if (!('ticketId' in args) || tickets.has(args.ticketId)) break;
    tickets.add(args.ticketId);
  }
  return Math.max(tickets.size, 1);
}
