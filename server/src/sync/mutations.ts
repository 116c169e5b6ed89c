import { AppError, type ErrorCode, type ErrorParams } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { MutationResult } from '@balcao/shared/sync/frames.ts';
import { type Mutation, type MutationArgs, redirected } from '@balcao/shared/sync/mutations.ts';
import { findSuccessor } from '../modules/tickets/tickets.sync.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { toAppError } from '../platform/db/errors.ts';
import { crashAt } from '../platform/failpoints.ts';
import {
  type ActorColumns,
  actorColumns,
  actorOf,
  type ConsoleIdentity,
  type SessionEnd,
  SessionEndedError,
} from './snapshot.ts';

type TicketCommand = (tx: Tx, actor: Actor, ticketId: number) => Promise<unknown>;

/** The service functions that REST uses too. */
export interface Commands {
  tickets: Record<'accept' | 'reopen' | 'returnToQueue', TicketCommand> & {
    close(tx: Tx, actor: Actor, ticketId: number, how: MutationArgs<'ticket.close'>): Promise<unknown>;
    markRead(tx: Tx, actor: Actor, ticketId: number, seenAt: string | undefined): Promise<unknown>;
    transfer(
      tx: Tx,
      actor: Actor,
      ticketId: number,
      to: Omit<MutationArgs<'ticket.transfer'>, 'ticketId'>,
    ): Promise<unknown>;
  };
  ticketTags: { setTags(tx: Tx, actor: Actor, args: MutationArgs<'ticket.setTags'>): Promise<unknown> };
  messages: {
    send(tx: Tx, actor: Actor, args: MutationArgs<'message.send'>): Promise<unknown>;
    retry(tx: Tx, actor: Actor, args: MutationArgs<'message.retry'>): Promise<unknown>;
    forward(tx: Tx, actor: Actor, args: MutationArgs<'message.forward'>): Promise<unknown>;
    forwardTo(
      tx: Tx,
      actor: Actor,
      args: MutationArgs<'message.forwardTo'> & { seenAt: string },
    ): Promise<unknown>;
  };
  changes: {
    remove(tx: Tx, actor: Actor, args: MutationArgs<'message.delete'>): Promise<unknown>;
    edit(tx: Tx, actor: Actor, args: MutationArgs<'message.edit'>): Promise<unknown>;
    react(tx: Tx, actor: Actor, args: MutationArgs<'message.react'>): Promise<unknown>;
  };
  contacts: {
    update(
      tx: Tx,
      actor: Actor,
      id: number,
      change: MutationArgs<'contact.update'>['change'],
    ): Promise<unknown>;
  };
  notes: {
    add(tx: Tx, actor: Actor, args: MutationArgs<'note.add'>): Promise<unknown>;
  };
  schedules: {
    create(tx: Tx, actor: Actor, args: MutationArgs<'schedule.create'>): Promise<unknown>;
    update(
      tx: Tx,
      actor: Actor,
      id: string,
      change: Omit<MutationArgs<'schedule.update'>, 'id'>,
    ): Promise<unknown>;
    cancel(tx: Tx, actor: Actor, args: MutationArgs<'schedule.cancel'>): Promise<unknown>;
  };
}

/** What the console hears now. That a command was applied or rejected travels in a batch, with its effects (I6). */
export type MutationOutcome =
  | { kind: 'settled' }
  | { kind: 'out_of_order'; expected: number }
  | { kind: 'transient'; code: ErrorCode; params: ErrorParams; retryAfterMs: number; cause: unknown };

const RETRY_AFTER_MS = 1_000;
/** Results older than this many commands have been heard: a console has far fewer under way. */
const KEPT_RESULTS = 64;

type Result = Omit<MutationResult, 'seq'>;

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
  const settle = (work: (tx: Tx, actor: Actor) => Promise<Result>) =>
    deps.db.withCompany(identity.companyId, async (tx) => {
      const { actor, last } = await lockClient(tx, identity);
      if (mutation.seq <= last) return;
      if (mutation.seq > last + 1) throw new OutOfOrderError(last + 1);
      const { seq, id = null } = mutation;
      const before = id === null ? undefined : await findResult(tx, identity.companyId, id);
      const result = before ?? (await work(tx, actor));
      await record(tx, identity, { seq, commandId: before ? null : id }, result);
      crashAt('command.executed');
    });

  try {
    try {
      await settle(async (tx, actor) => {
        await execute(tx, actor, deps.commands, mutation);
        return { status: 'applied' };
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
    crashAt('command.committed');
    return { kind: 'settled' };
  } catch (error) {
    if (error instanceof SessionEndedError) throw error;
    if (error instanceof OutOfOrderError) return { kind: 'out_of_order', expected: error.expected };
    const { code, params } = new AppError('ERR_UNAVAILABLE');
    return { kind: 'transient', code, params, retryAfterMs: RETRY_AFTER_MS, cause: error };
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

async function lockClient(tx: Tx, identity: ConsoleIdentity): Promise<{ actor: Actor; last: number }> {
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

/** @param commandId null for a command that somebody has recorded already, under another number */
async function record(
  tx: Tx,
  { companyId, clientId }: ConsoleIdentity,
  { seq, commandId }: { seq: number; commandId: string | null },
  result: Result,
): Promise<void> {
  const recorded = await tx`
    with advanced as (
      update sync_clients set last_mutation_seq = ${seq}, last_seen_at = now()
      where company_id = ${companyId} and id = ${clientId})
    insert into sync_mutation_results (company_id, client_id, seq, command_id, status, code, params)
    values (${companyId}, ${clientId}, ${seq}, ${commandId}::uuid, ${result.status}, ${result.code ?? null},
      ${result.params ? JSON.stringify(result.params) : null}::jsonb)
    on conflict (company_id, command_id) where command_id is not null do nothing`;
  // It ran in this moment under the console's earlier name: the next attempt finds what became of it.
  if (recorded.count === 0) throw new AppError('ERR_UNAVAILABLE');
  if (seq % KEPT_RESULTS === 0)
    await tx`delete from sync_mutation_results
      where company_id = ${companyId} and client_id = ${clientId} and seq <= ${seq - KEPT_RESULTS}`;
}

async function execute(tx: Tx, actor: Actor, commands: Commands, mutation: Mutation): Promise<void> {
  const { tickets, ticketTags, messages, changes, notes, contacts, schedules } = commands;
  switch (mutation.name) {
    case 'ticket.accept':
      await tickets.accept(tx, actor, mutation.args.ticketId);
      break;
    case 'ticket.close':
      await tickets.close(tx, actor, mutation.args.ticketId, mutation.args);
      break;
    case 'ticket.transfer':
      await tickets.transfer(tx, actor, mutation.args.ticketId, mutation.args);
      break;
    case 'ticket.return':
      await tickets.returnToQueue(tx, actor, mutation.args.ticketId);
      break;
    case 'ticket.reopen':
      await tickets.reopen(tx, actor, mutation.args.ticketId);
      break;
    case 'ticket.markRead':
      await tickets.markRead(tx, actor, mutation.args.ticketId, mutation.args.seenAt);
      break;
    case 'ticket.setTags':
      await ticketTags.setTags(tx, actor, mutation.args);
      break;
    case 'message.send':
      await messages.send(tx, actor, mutation.args);
      break;
    case 'message.retry':
      await messages.retry(tx, actor, mutation.args);
      break;
    case 'contact.update':
      await contacts.update(tx, actor, mutation.args.contactId, mutation.args.change);
      break;
    case 'message.forward':
      await messages.forward(tx, actor, mutation.args);
      break;
    case 'message.forwardTo':
      // Which conversation that is the console did not know, let alone what is new there.
      await messages.forwardTo(tx, actor, { ...mutation.args, seenAt: mutation.at });
      break;
    case 'message.delete':
      await changes.remove(tx, actor, mutation.args);
      break;
    case 'message.edit':
      await changes.edit(tx, actor, mutation.args);
      break;
    case 'message.react':
      await changes.react(tx, actor, mutation.args);
      break;
    case 'note.add':
      await notes.add(tx, actor, mutation.args);
      break;
    case 'schedule.create':
      await schedules.create(tx, actor, mutation.args);
      break;
    case 'schedule.update':
      await schedules.update(tx, actor, mutation.args.id, mutation.args);
      break;
    case 'schedule.cancel':
      await schedules.cancel(tx, actor, mutation.args);
      break;
  }
}

/** How a console is told that a command can never succeed; null when the same command may succeed later. */
function rejectionOf(error: unknown): { code: ErrorCode; params?: ErrorParams } | null {
  if (error instanceof OutOfOrderError || error instanceof SessionEndedError) return null;
  const { code, params } = toAppError(error);
  // Only the database itself comes back by waiting. What a person may try again, or nobody foresaw, would fail the same
  // way, second after second, and all that is behind it wait.
  if (code === 'ERR_UNAVAILABLE') return null;
  return { code, ...(Object.keys(params).length > 0 ? { params } : {}) };
}
