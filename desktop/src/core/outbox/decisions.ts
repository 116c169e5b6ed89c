import { commandsChanged } from '../store/changes.ts';
import type { TableAccess } from '../store/tables.ts';
import type { HeldDecision } from './held-commands.ts';
import type { OvertakenClosing } from './overtaken.ts';
import type { Queue } from './queue.ts';

/** What was decided of tickets and is held back for a moment: nobody has heard of them yet, and the agent may undo. */
export interface Decisions {
  held(): HeldDecision[];
  release(ticketId: number): void;
  /** The ticket is what it was before. @returns false when the decision has left already */
  takeBack(ticketId: number): boolean;
  /** The customer wrote first: closing the ticket would mark unseen messages as read. */
  overtake(ticketId: number): void;
  /** The ticket was to be finished and could not, and its agent has decided nothing since. */
  overtaken(ticketId: number): OvertakenClosing | null;
}

export function createDecisions({ read, write }: TableAccess): Decisions {
  const end = (ticketId: number, how: (queue: Queue) => boolean) =>
    write(({ queue, overlay }, changes) => {
      if (!how(queue)) return false;
      overlay.rebuild(queue.projected());
      commandsChanged(changes, [ticketId]);
      return true;
    });
  return {
    held: () => read(({ queue }) => queue.decisions()),
    release: (ticketId) => void end(ticketId, (queue) => queue.releaseDecision(ticketId)),
    takeBack: (ticketId) => end(ticketId, (queue) => queue.takeBackDecision(ticketId)),
    overtake(ticketId) {
      // Customers write more often than somebody decides: most messages cost no transaction.
      if (!read(({ queue }) => queue.holdsDecision(ticketId))) return;
      write(({ queue, overlay }, changes) => {
        const { rejections } = queue.overtakeClosing(ticketId);
        if (rejections.length === 0) return;
        overlay.rebuild(queue.projected());
        changes.rejections.push(...rejections);
        commandsChanged(changes, [ticketId]);
      });
    },
    overtaken: (ticketId) => read(({ overtaken }) => overtaken.of(ticketId)),
  };
}
