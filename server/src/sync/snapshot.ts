import type { Person, Profile } from '@balcao/shared/contract/roles.ts';
import type { SessionEnd } from '@balcao/shared/features/auth/calls.ts';
import type { RESYNC_REASONS } from '@balcao/shared/sync/frames.ts';
import type { Tx } from '../platform/db/client.ts';

/** The person who listens, and by which session. */
export interface ListenerIdentity {
  companyId: number;
  userId: number;
  /** Null: a program that stores nothing and sends no commands here. */
  clientId: string | null;
  sessionId: string;
  /** Served as the session of an overdue company is; absent: as every other. */
  isBilling?: true;
}

/** One console: a program on one computer, signed in as one agent. */
export interface ConsoleIdentity extends ListenerIdentity {
  clientId: string;
}

/** What a read transaction shows of the log. */
interface LogBounds {
  epoch: string;
  /** Up to which number earlier epochs are a part of this log: the database was another copy of itself then. */
  forks: Record<string, number> | null;
  floor: number;
  head: number;
}

/** What everything else of a read transaction is judged by. */
export interface Snapshot extends LogBounds {
  actor: Person;
  viewVersion: number;
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

/** The console cannot go on from where it stands. */
export class ResyncError extends Error {
  readonly reason: ResyncReason;
  constructor(reason: ResyncReason) {
    super(reason);
    this.reason = reason;
  }
}

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

export function actorOf(identity: Pick<ConsoleIdentity, 'companyId' | 'userId'>, row: ActorColumns): Person {
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
export async function readSnapshot(tx: Tx, identity: ListenerIdentity): Promise<Snapshot> {
  const { clientId } = identity;
  const lastMutation = clientId === null ? tx`0::bigint as last_mutation_seq` : tx`c.last_mutation_seq`;
  const client = tx`
    join sync_clients c on c.company_id = u.company_id and c.user_id = u.id and c.id = ${clientId}`;
  const [row] = await tx<SnapshotRow[]>`
    select ${actorColumns(tx)}, u.view_version, s.epoch, s.floor, ${forksOf(tx, identity.companyId)},
      ${lastMutation}, x.ended_by,
      greatest(s.floor, (select max(seq) from change_log where company_id = s.company_id)) as head
    from users u
    join sync_state s on s.company_id = u.company_id
    ${clientId === null ? tx`` : client}
    join sessions x on x.company_id = u.company_id and x.user_id = u.id and x.id = ${identity.sessionId}
    where u.company_id = ${identity.companyId} and u.id = ${identity.userId}`;
  if (!row) throw new SessionEndedError('revoked');
  if (row.endedBy) throw new SessionEndedError(row.endedBy);
  const { viewVersion, epoch, forks, floor, head, lastMutationSeq } = row;
  return { actor: actorOf(identity, row), viewVersion, epoch, forks, floor, head, lastMutationSeq };
}

const forksOf = (tx: Tx, companyId: number) =>
  tx`(select json_object_agg(epoch, at_seq) from sync_forks where company_id = ${companyId}) as forks`;

/** A snapshot without the rights: while the version of a view stays the same, they do. */
export type SnapshotWithoutRights = Omit<Snapshot, 'actor'>;

interface CompanyStanding extends LogBounds {
  viewVersions: Record<number, number> | null;
  lastMutations: Record<string, number> | null;
  ends: Record<string, SessionEnd | null> | null;
}

/**
 * What `readSnapshot` says, for many consoles of a company at once; an error where that would throw one. Each table is
 * asked for itself: without statistics a join over two hundred names becomes one of two hundred by two hundred.
 */
export async function readSnapshots(
  tx: Tx,
  companyId: number,
  identities: readonly ListenerIdentity[],
): Promise<(identity: ListenerIdentity) => SnapshotWithoutRights | SessionEndedError> {
  const all = <K extends keyof ListenerIdentity>(key: K) => identities.map((identity) => identity[key]);
  const clientIds = all('clientId').filter((clientId) => clientId !== null);
  const [standing] = await tx<CompanyStanding[]>`
    select epoch, floor, ${forksOf(tx, companyId)},
      greatest(floor, (select max(seq) from change_log where company_id = ${companyId})) as head,
      (select json_object_agg(id, view_version) from users
        where company_id = ${companyId} and id = any (${all('userId')}::bigint[])) as view_versions,
      (select json_object_agg(id, last_mutation_seq) from sync_clients
        where company_id = ${companyId} and id = any (${clientIds}::uuid[])) as last_mutations,
      (select json_object_agg(id, ended_by) from sessions
        where company_id = ${companyId} and id = any (${all('sessionId')}::uuid[])) as ends
    from sync_state where company_id = ${companyId}`;
  // That the three belong together was checked at the greeting, and none of them changes hands.
  return ({ userId, clientId, sessionId }) => {
    const viewVersion = standing?.viewVersions?.[userId];
    const lastMutationSeq = clientId === null ? 0 : standing?.lastMutations?.[clientId];
    const endedBy = standing?.ends?.[sessionId];
    const isKnown = viewVersion !== undefined && lastMutationSeq !== undefined && endedBy !== undefined;
    if (!standing || !isKnown) return new SessionEndedError('revoked');
    const { epoch, forks, floor, head } = standing;
    return endedBy
      ? new SessionEndedError(endedBy)
      : { epoch, forks, floor, head, viewVersion, lastMutationSeq };
  };
}

/** Where a console stands, as it says itself or as this connection has brought it. */
export interface Position {
  epoch: string;
  seq: number;
  viewVersion: number | null;
}

/** Why a console at `position` cannot go on from the log; null when it can (I9). */
export function resyncReason(snapshot: SnapshotWithoutRights, position: Position): ResyncReason | null {
  const { epoch, seq } = position;
  const isOfThisLog = epoch === snapshot.epoch || seq <= (snapshot.forks?.[epoch] ?? -1);
  if (!isOfThisLog) return 'epoch';
  if (position.seq < snapshot.floor) return 'too_old';
  if (position.seq > snapshot.head) return 'ahead';
  if (position.viewVersion !== snapshot.viewVersion) return 'view_changed';
  return null;
}
