import type { Person } from '@balcao/shared/contract/roles.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Arrival } from './clients.ts';
import type { ReaderDeps } from './read-loop.ts';
import {
  type ConsoleIdentity,
  type Position,
  ResyncError,
  readSnapshot,
  resyncReason,
  type Snapshot,
} from './snapshot.ts';
import { createView, type View } from './view.ts';

/** Tickets and contacts on the screens of a console. */
export interface ShownIds {
  tickets: readonly number[];
  contacts: readonly number[];
}

/** Where a console stands in the log, and what it sees from there. */
export interface ConsolePlace {
  readonly identity: ConsoleIdentity;
  readonly position: Position;
  readonly view: View;
  show(shown: ShownIds): void;
  moveTo(place: Pick<Position, 'epoch' | 'seq'>): void;
  /** Proves to the server that its log has been at this position. */
  proofOf(seq: number): string;
  /** One read transaction. @throws SessionEndedError, ResyncError when the console cannot go on from its place */
  read<T>(work: (tx: Tx, snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Moves to the head of the log, with the rights of now. @throws SessionEndedError */
  moveToHead(): Promise<Snapshot>;
}

export function createConsolePlace(
  { db, gate, proofs }: Pick<ReaderDeps, 'db' | 'gate' | 'proofs'>,
  identity: ConsoleIdentity,
  { snapshot }: Arrival,
  from: { cursor: number | null; interest: ShownIds },
): ConsolePlace {
  let position: Position = {
    epoch: snapshot.epoch,
    seq: from.cursor ?? snapshot.head,
    viewVersion: snapshot.viewVersion,
  };
  let view = viewOf(snapshot.actor, from.interest);

  const readCompany = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    gate(() => db.readCompany(identity.companyId, work));

  return {
    identity,
    get position() {
      return position;
    },
    get view() {
      return view;
    },
    show(shown) {
      view = viewOf(view.actor, shown);
    },
    moveTo({ epoch, seq }) {
      position = { ...position, epoch, seq };
    },
    proofOf: (seq) => proofs.of(identity.companyId, { epoch: position.epoch, seq }),
    read: (work) =>
      readCompany(async (tx) => {
        const now = await readSnapshot(tx, identity);
        const reason = resyncReason(now, position);
        if (reason) throw new ResyncError(reason);
        return work(tx, now);
      }),
    async moveToHead() {
      const now = await readCompany((tx) => readSnapshot(tx, identity));
      position = { epoch: now.epoch, seq: now.head, viewVersion: now.viewVersion };
      view = createView(now.actor, view.interest);
      return now;
    },
  };
}

const viewOf = (actor: Person, { tickets, contacts }: ShownIds): View =>
  createView(actor, { tickets: new Set(tickets), contacts: new Set(contacts) });
