import { AppError, type ErrorCode, type ErrorParams } from '@balcao/shared/errors.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { create } from 'zustand';

type BulkAction = 'accept' | 'close' | 'transfer' | 'tag' | 'snooze' | 'markUnread' | 'macro';

const UNDOABLE: readonly BulkAction[] = ['close', 'transfer', 'snooze'];

interface Failure {
  id: number;
  name: string;
  code: ErrorCode;
  params: ErrorParams;
}

export interface BulkRun {
  action: BulkAction;
  /** The server hears of it when the time to take it back is over. */
  undoable: boolean;
  names: ReadonlyMap<number, string>;
  /** Tickets still to do; `sent` are those whose command waits for the server. */
  waiting: ReadonlySet<number>;
  sent: ReadonlySet<number>;
  failures: readonly Failure[];
}

/**
 * One action on many tickets. Each is a command of its own, so that a refusal of one stops none of the others; the run
 * ends when the server has answered for all of them.
 */
interface Bulk {
  run: BulkRun | null;
  start(
    action: BulkAction,
    tickets: readonly TicketItem[],
    act: (ticket: TicketItem) => Promise<unknown>,
    undoable?: boolean,
  ): Promise<void>;
  /** @returns whether the refused command was part of the run: it is told with the others then */
  refused(ticketId: number | null, code: ErrorCode, params: ErrorParams): boolean;
  /** Undone tickets are unchanged, before the server has received anything. */
  takenBack(ticketIds: readonly number[]): void;
  /** The server has dealt with the commands on these tickets. */
  confirmed(ticketIds: readonly number[]): void;
  end(): void;
}

export const useBulk = create<Bulk>()((set, get) => {
  const settle = (ticketId: number, failure?: Omit<Failure, 'id' | 'name'>) =>
    set(({ run }) => {
      if (!run?.waiting.has(ticketId)) return {};
      const waiting = new Set(run.waiting);
      waiting.delete(ticketId);
      const name = run.names.get(ticketId) ?? '';
      const failures = failure ? [...run.failures, { id: ticketId, name, ...failure }] : run.failures;
      return { run: { ...run, waiting, failures } };
    });

  return {
    run: null,
    async start(action, tickets, act, undoable = UNDOABLE.includes(action)) {
      const names = new Map(tickets.map(({ id, contact }) => [id, displayName(contact)]));
      const waiting = new Set(names.keys());
      set({ run: { action, undoable, names, waiting, sent: new Set(), failures: [] } });
      for (const ticket of tickets) {
        try {
          await act(ticket);
          set(({ run }) => (run ? { run: { ...run, sent: new Set(run.sent).add(ticket.id) } } : {}));
        } catch (error) {
          const known = error instanceof AppError;
          settle(ticket.id, {
            code: known ? error.code : 'ERR_INTERNAL',
            params: known ? error.params : {},
          });
        }
      }
    },
    refused(ticketId, code, params) {
      if (ticketId === null || !get().run?.waiting.has(ticketId)) return false;
      settle(ticketId, { code, params });
      return true;
    },
    confirmed(ticketIds) {
      for (const id of ticketIds) settle(id);
    },
    takenBack: (ticketIds) =>
      set(({ run }) => {
        if (!run) return {};
        const names = new Map([...run.names].filter(([id]) => !ticketIds.includes(id)));
        const waiting = new Set([...run.waiting].filter((id) => !ticketIds.includes(id)));
        return { run: names.size > 0 ? { ...run, names, waiting } : null };
      }),
    end: () => set({ run: null }),
  };
});
