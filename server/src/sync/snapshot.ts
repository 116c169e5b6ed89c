import type { Actor, Profile } from '@balcao/shared/permissions.ts';
import type { RESYNC_REASONS } from '@balcao/shared/sync/frames.ts';
import type { Tx } from '../platform/db/client.ts';

/** One console: a program on one computer, signed in as one agent. */
export interface ConsoleIdentity {
  companyId: number;
  userId: number;
  clientId: string;
  sessionId: string;
}

export type SessionEnd = 'logout' | 'taken_over' | 'reuse' | 'expired' | 'revoked' | 'password';

/** What everything else of a read transaction is judged by. */
export interface Snapshot {
  actor: Actor;
  viewVersion: number;
  epoch: string;
  floor: number;
  head: number;
  lastMutationSeq: number;
}

/** The agent's session is over, or the agent or this console is no longer known. */
export class SessionEndedError extends Error {
  readonly by: SessionEnd;
  constructor(by: SessionEnd) {
    super(`session ended: ${by}`);
    this.by = by;
  }
}

export type ResyncReason = (typeof RESYNC_REASONS)[number];

export interface ActorColumns {
  profile: Profile;
  super: boolean;
  allTicket: boolean;
  queueIds: number[];
}

export const actorColumns = (tx: Tx) => tx`
  u.profile, u.super, u.all_ticket,
  array(select q.queue_id from user_queues q
    where q.company_id = u.company_id and q.user_id = u.id order by q.queue_id) as queue_ids`;

export function actorOf(identity: Pick<ConsoleIdentity, 'companyId' | 'userId'>, row: ActorColumns): Actor {
  return {
    companyId: identity.companyId,
    userId: identity.userId,
    profile: row.profile,
    super: row.super,
    allTicket: row.allTicket,
    queueIds: row.queueIds,
  };
}

interface SnapshotRow extends ActorColumns, Omit<Snapshot, 'actor'> {
  endedBy: SessionEnd | null;
}

/**
 * Rights, log bounds and the console's last command, all of one moment.
 *
 * @throws SessionEndedError
 */
export async function readSnapshot(tx: Tx, identity: ConsoleIdentity): Promise<Snapshot> {
  const [row] = await tx<SnapshotRow[]>`
    select ${actorColumns(tx)}, u.view_version, s.epoch, s.floor, c.last_mutation_seq, x.ended_by,
      greatest(s.floor, (select max(seq) from change_log where company_id = s.company_id)) as head
    from users u
    join sync_state s on s.company_id = u.company_id
    join sync_clients c on c.company_id = u.company_id and c.user_id = u.id and c.id = ${identity.clientId}
    join sessions x on x.company_id = u.company_id and x.user_id = u.id and x.id = ${identity.sessionId}
    where u.company_id = ${identity.companyId} and u.id = ${identity.userId}`;
  if (!row) throw new SessionEndedError('revoked');
  if (row.endedBy) throw new SessionEndedError(row.endedBy);
  const { viewVersion, epoch, floor, head, lastMutationSeq } = row;
  return { actor: actorOf(identity, row), viewVersion, epoch, floor, head, lastMutationSeq };
}

/** Where a console stands, as it says itself or as this connection has brought it. */
export interface Position {
  epoch: string;
  seq: number;
  viewVersion: number | null;
}

/** Why a console at `position` cannot go on from the log; null when it can (I9). */
export function resyncReason(snapshot: Snapshot, position: Position): ResyncReason | null {
  if (position.epoch !== snapshot.epoch) return 'epoch';
  if (position.seq < snapshot.floor) return 'too_old';
  if (position.seq > snapshot.head) return 'ahead';
  if (position.viewVersion !== snapshot.viewVersion) return 'view_changed';
  return null;
}
