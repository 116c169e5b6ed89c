import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionEvent } from '@balcao/shared/features/connections/calls.ts';
import type { Channel, ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionReason, ConnectionStatus } from '@balcao/shared/features/connections/row.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { crashAt } from '../platform/failpoints.ts';
import type { Log } from '../platform/log.ts';
import { withDeadline } from './deadline.ts';
import { type Lease, whileHeld } from './lease.ts';

/** The state that people requested for a connection, from its row. */
export interface Wanted {
  kind: ConnectionKind;
  channel: Channel;
  /** Sealed; null: it is linked in another way. */
  credentials: Buffer | null;
  desired: 'running' | 'stopped';
  generation: number;
  logoutRequested: boolean;
  /** Rises with every request to try now. */
  nudges: number;
  /** Link by a code that is typed into the phone with this number; null: by QR code. */
  pairingNumber: string | null;
  /** The start of the phone's history to import; null: none. */
  importSince: Date | null;
}

interface ConnectionState {
  status: ConnectionStatus;
  reason: ConnectionReason | null;
  qrcode: string | null;
  /** The pairing code, used like the QR code; absent: none. */
  pairingCode?: string;
  retries: number;
  /** When this state ends; absent: unknown. */
  until?: Date | null;
  /** undefined: unchanged. */
  number?: string | null;
  /** What people call the account, where that is no number; undefined: unchanged. */
  account?: string;
  /**
   * The session rests in this state because of these requests: they are fulfilled, unless newer ones came meanwhile.
   */
  settled?: Wanted;
}

/** A line of the connection's health history. */
interface HealthEvent {
  kind: ConnectionEvent['kind'];
  details: { [name: string]: string | number | null };
}

export interface StateReporter {
  report(state: ConnectionState, event?: HealthEvent): void;
  note(event: HealthEvent): void;
  written(): Promise<void>;
}

const DEADLINE_MS = 8_000;
const RETRY_MS = 1_000;

async function fulfil(tx: Tx, lease: Lease, { desired, generation, logoutRequested }: Wanted): Promise<void> {
  await tx`update connections set desired = 'stopped', logout_requested = false
    where company_id = ${lease.companyId} and id = ${lease.connectionId}
      and desired = ${desired} and generation = ${generation} and logout_requested = ${logoutRequested}`;
}

/** Writes a connection's newest state and its history, for as long as the lease is held. */
export function createStateReporter(deps: { db: Database; log: Log; lease: Lease }): StateReporter {
  const { db, log, lease } = deps;
  let state: ConnectionState | null = null;
  let events: HealthEvent[] = [];
  let writing: Promise<void> | null = null;

  async function write(next: ConnectionState | null, history: HealthEvent[]): Promise<void> {
    await db.withCompany(lease.companyId, async (tx) => {
      const [held] = await tx<{ held: boolean | null }[]>`select ${whileHeld(tx, lease)} as held`;
      if (!held?.held) return;
      if (next)
        await tx`update connections set status = ${next.status}, reason = ${next.reason}, qrcode = ${next.qrcode},
            pairing_code = ${next.pairingCode ?? null}, retries = ${next.retries},
            until = ${next.until ?? null}, updated_at = now()
            ${next.number === undefined ? tx`` : tx`, number = ${next.number}`}
            ${next.account === undefined ? tx`` : tx`, account = ${next.account}`}
          where company_id = ${lease.companyId} and id = ${lease.connectionId}`;
      if (next?.settled) await fulfil(tx, lease, next.settled);
      for (const { kind, details } of history)
        await tx`insert into connection_events (company_id, connection_id, kind, details)
          values (${lease.companyId}, ${lease.connectionId}, ${kind}, ${tx.json(details)})`;
    });
    crashAt('session.reported');
  }

  async function writeAll(): Promise<void> {
    while ((state || events.length > 0) && !lease.lost.aborted) {
      const [next, history] = [state, events];
      state = null;
      events = [];
      try {
        await withDeadline(DEADLINE_MS, write(next, history));
      } catch (error) {
        log.warn(
          { err: error, connectionId: lease.connectionId },
          'connection state not written, trying again',
        );
        state ??= next;
        events = [...history, ...events];
        await sleep(RETRY_MS);
      }
    }
    writing = null;
  }

  function wake(): void {
    // The write starts one turn later, so that a state and its event share a transaction.
    writing ??= Promise.resolve().then(writeAll);
  }

  return {
    report(next, event) {
      // The number in a state that was not written yet still holds.
      const { number = state?.number, account = state?.account } = next;
      state = {
        ...next,
        ...(number === undefined ? {} : { number }),
        ...(account === undefined ? {} : { account }),
      };
      if (event) events.push(event);
      wake();
    },
    note(event) {
      events.push(event);
      wake();
    },
    async written() {
      while (writing) await writing;
    },
  };
}
