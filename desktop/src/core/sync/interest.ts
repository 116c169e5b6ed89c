import { LIMITS } from '@balcao/shared/sync/frames.ts';

/** The tickets that screens show, and the part that the server has surely received on this connection. */
export interface Interest {
  /** @returns the tickets that are not shown any more. */
  set(ticketIds: readonly number[], lastRequest: number): number[];
  list(): number[];
  /** Everything was sent on a new connection. */
  told(lastRequest: number): void;
  /** A page of this ticket has come: the server works in order, so it has received everything sent before the request. */
  answered(ticketId: number, request: number): void;
  /** The ticket has been shown since this request: changes before the server received it may be missing. */
  isLater(ticketId: number, request: number): boolean;
  /** Tickets whose messages the server delivers because a screen shows them. */
  confirmed(): ReadonlySet<number>;
  forget(): void;
}

export function createInterest(): Interest {
  /** Ticket → the last request that was sent before its interest. */
  let since = new Map<number, number>();
  const confirmed = new Set<number>();

  return {
    set(ticketIds, lastRequest) {
      const wanted = ticketIds.slice(0, LIMITS.interestTickets);
      const before = since;
      since = new Map(wanted.map((id) => [id, before.get(id) ?? lastRequest]));
      for (const id of confirmed) if (!since.has(id)) confirmed.delete(id);
      return [...before.keys()].filter((id) => !since.has(id));
    },
    list: () => [...since.keys()],
    told(lastRequest) {
      for (const id of since.keys()) since.set(id, lastRequest);
    },
    answered(ticketId, request) {
      const before = since.get(ticketId);
      if (before !== undefined && request > before) confirmed.add(ticketId);
    },
    isLater: (ticketId, request) => request <= (since.get(ticketId) ?? 0),
    confirmed: () => confirmed,
    forget: () => confirmed.clear(),
  };
}
