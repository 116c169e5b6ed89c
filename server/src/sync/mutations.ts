import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError, type ErrorCode, type ErrorParams } from '@balcao/shared/errors.ts';
import type { SessionEnd } from '@balcao/shared/features/auth/calls.ts';
import {
  type Mutation,
  type MutationArgs,
  type MutationName,
  redirected,
} from '@balcao/shared/sync/commands.ts';
import type { MutationResult } from '@balcao/shared/sync/frames.ts';
import { findSuccessor } from '../modules/ticket-list/ticket-rows.sync.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { toAppError } from '../platform/db/errors.ts';
import { crashAt } from '../platform/failpoints.ts';
import type { Commands } from './commands.ts';
import {
  type ActorColumns,
  actorColumns,
  actorOf,
  type ConsoleIdentity,
  SessionEndedError,
} from './snapshot.ts';

/** What the console hears now. That a command was applied or rejected travels in a batch, with its effects (I6). */
export type MutationOutcome =
  | { kind: 'settled' }
  | { kind: 'out_of_order'; expected: number }
  | { kind: 'transient'; code: ErrorCode; params: ErrorParams; retryAfterMs: number; cause: unknown };

const RETRY_AFTER_MS = 1_000;
/** Results older than this many commands have been heard: a console has far fewer under way. */
const KEPT_RESULTS = 64;

type Result = Omit<MutationResult, 'seq'>;
const APPLIED: Result = { status: 'applied' };

class OutOfOrderError extends Error {
  readonly expected: number;
  constructor(expected: number) {
    super('mutation out of order');
    this.expected = expected;
  }
}

/**
 * Runs one queued command of a console, once, in a transaction of its own. A command that can never
 * succeed is recorded as rejected, so it cannot hold up the ones behind it (I7). One that has run before, under another
 * number, is not run again and answered as it was then: in the meantime others may have undone what it did.
 *
 * @throws SessionEndedError
 */
export async function runMutation(
  deps: { db: Database; commands: Commands; onReject(error: unknown): void },
  identity: ConsoleIdentity,
  mutation: Mutation,
): Promise<MutationOutcome> {
  const settle = (work: (tx: Tx, actor: Person) => Promise<Result>) =>
    inTransaction(deps.db, identity, async (tx, { actor, last }) => {
      if (mutation.seq <= last) return;
      if (mutation.seq > last + 1) throw new OutOfOrderError(last + 1);
      const { seq, id = null } = mutation;
      const before = id === null ? undefined : await findResult(tx, identity.companyId, id);
      const result = before ?? (await work(tx, actor));
      await record(tx, identity, [{ seq, commandId: before ? null : id, result }]);
    });

  try {
    try {
      await settle(async (tx, actor) => {
        await execute(deps.commands, mutation, tx, actor);
        return APPLIED;
      });
    } catch (error) {
      const rejection = rejectionOf(error);
      if (!rejection) throw error;
      const moved =
        rejection.code === 'ERR_NO_TICKET_FOUND' ? await whereItGoesOn(deps.db, identity, mutation) : null;
      if (moved) return await runMutation(deps, identity, moved);
      if (!(error instanceof AppError)) deps.onReject(error);
      await settle(() => Promise.resolve({ status: 'rejected', ...rejection }));
    }
    return { kind: 'settled' };
  } catch (error) {
    if (error instanceof SessionEndedError) throw error;
    if (error instanceof OutOfOrderError) return { kind: 'out_of_order', expected: error.expected };
    const { code, params } = new AppError('ERR_UNAVAILABLE');
    return { kind: 'transient', code, params, retryAfterMs: RETRY_AFTER_MS, cause: error };
  }
}

/**
 * Runs commands that wait behind each other in one transaction: what each of them would pay for its own is paid once. Each
 * is about another ticket, since rules look at a ticket when the transaction ends, and must see every act in it.
 *
 * @returns whether all of them were applied; otherwise none was, and each is to be run by itself
 */
export async function runTogether(
  deps: { db: Database; commands: Commands },
  identity: ConsoleIdentity,
  mutations: readonly Mutation[],
): Promise<boolean> {
  try {
    await inTransaction(deps.db, identity, async (tx, { actor, last }) => {
      const gap = mutations.findIndex(({ seq }, index) => seq !== last + 1 + index);
      if (gap >= 0) throw new OutOfOrderError(last + 1 + gap);
      for (const [index, mutation] of mutations.entries()) {
        if (index > 0) crashAt('command.amid');
        await execute(deps.commands, mutation, tx, actor);
      }
      const applied = mutations.map(({ seq, id = null }) => ({ seq, commandId: id, result: APPLIED }));
      await record(tx, identity, applied);
    });
    return true;
  } catch {
    return false;
  }
}

/** The same in the ticket that its own one proved to be, of which the console had not heard; null: there is none. */
async function whereItGoesOn(
  db: Database,
  { companyId }: ConsoleIdentity,
  mutation: Mutation,
): Promise<Mutation | null> {
  if (!('ticketId' in mutation.args)) return null;
  const { ticketId } = mutation.args;
  const successor = await db.withCompany(companyId, (tx) => findSuccessor(tx, companyId, ticketId));
  const args = successor ? redirected(mutation.name, mutation.args, successor) : null;
  return args && ({ ...mutation, args } as Mutation);
}

/** Who sends commands, and the number of the last one that is done. */
interface Sender {
  actor: Person;
  last: number;
}

/** Everything that a console's commands do, with the console locked: each number is done once. */
async function inTransaction(
  db: Database,
  identity: ConsoleIdentity,
  work: (tx: Tx, sender: Sender) => Promise<void>,
): Promise<void> {
  await db.withCompany(identity.companyId, async (tx) => {
    await work(tx, await lockClient(tx, identity));
    crashAt('command.executed');
  });
  crashAt('command.committed');
}

async function lockClient(tx: Tx, identity: ConsoleIdentity): Promise<Sender> {
  const [row] = await tx<(ActorColumns & { lastMutationSeq: number; endedBy: SessionEnd | null })[]>`
    select c.last_mutation_seq, x.ended_by, ${actorColumns(tx)}
    from sync_clients c
    join users u on u.company_id = c.company_id and u.id = c.user_id
    join sessions x on x.company_id = c.company_id and x.user_id = c.user_id and x.id = ${identity.sessionId}
    where c.company_id = ${identity.companyId} and c.id = ${identity.clientId} and c.user_id = ${identity.userId}
    for update of c`;
  if (!row) throw new SessionEndedError('revoked');
  if (row.endedBy) throw new SessionEndedError(row.endedBy);
  return { actor: actorOf(identity, row), last: row.lastMutationSeq };
}

/** What became of this very command under another number. */
async function findResult(tx: Tx, companyId: number, commandId: string): Promise<Result | undefined> {
  const [found] = await tx<
    { status: Result['status']; code: ErrorCode | null; params: ErrorParams | null }[]
  >`
    select status, code, params from sync_mutation_results
    where company_id = ${companyId} and command_id = ${commandId}`;
  if (!found) return undefined;
  const { status, code, params } = found;
  return { status, ...(code ? { code } : {}), ...(params ? { params } : {}) };
}

interface Settled {
  seq: number;
  /** Null for a command that somebody has recorded already, under another number. */
  commandId: string | null;
  result: Result;
}

/** @param settled one after the other */
async function record(
  tx: Tx,
  { companyId, clientId }: ConsoleIdentity,
  settled: readonly Settled[],
): Promise<void> {
  const last = settled.at(-1)?.seq ?? 0;
  const rows = settled.map(({ seq, commandId, result }) => ({ seq, command_id: commandId, ...result }));
  const recorded = await tx`
    with advanced as (
      update sync_clients set last_mutation_seq = ${last}, last_seen_at = now()
      where company_id = ${companyId} and id = ${clientId})
    insert into sync_mutation_results (company_id, client_id, seq, command_id, status, code, params)
    select ${companyId}, ${clientId}, seq, command_id, status, code, params
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r (seq bigint, command_id uuid, status text, code text, params jsonb)
    on conflict (company_id, command_id) where command_id is not null do nothing`;
  // It ran in this moment under the console's earlier name: the next attempt finds what became of it.
  if (recorded.count < settled.length) throw new AppError('ERR_UNAVAILABLE');
  if (settled.some(({ seq }) => seq % KEPT_RESULTS === 0))
    await tx`delete from sync_mutation_results
      where company_id = ${companyId} and client_id = ${clientId} and seq <= ${last - KEPT_RESULTS}`;
}

const execute = <N extends MutationName>(
  commands: Commands,
  { name, args, at }: { name: N; args: MutationArgs<N>; at: string },
  tx: Tx,
  actor: Person,
): Promise<unknown> => commands[name](tx, actor, args, at);

/** How a console is told that a command can never succeed; null when the same command may succeed later. */
function rejectionOf(error: unknown): { code: ErrorCode; params?: ErrorParams } | null {
  if (error instanceof OutOfOrderError || error instanceof SessionEndedError) return null;
  const { code, params } = toAppError(error);
  // Only the database itself comes back by waiting. Everything else would fail the same way, second after second, and all
  // that is behind it would wait.
  if (code === 'ERR_UNAVAILABLE') return null;
  return { code, ...(Object.keys(params).length > 0 ? { params } : {}) };
}
