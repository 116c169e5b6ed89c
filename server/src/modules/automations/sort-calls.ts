import { AppError } from '@balcao/shared/errors.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { CallKind } from '../../platform/outgoing/call.ts';
import { enqueue } from '../../platform/outgoing/calls.repo.ts';
import type { HelpDeps } from '../agent-help/helper.ts';
import { listLabels, type ProposedLabels, proposeLabels } from '../agent-help/sort-ticket.service.ts';
import { addTicketEvent } from '../ticket-timeline/ticket-events.service.ts';
import { carryOut, type Doer } from './carry-out.ts';
import * as runs from './runs.repo.ts';
import * as repo from './sortings.repo.ts';

const SORTING = 'sorting';
/** What a customer writes in a row is sorted together. */
const WAIT_MS = 5_000;
const PATIENCE_MS = 60_000;
const MAX_ATTEMPTS = 3;

/** Lets the AI tag a ticket soon, in the transaction of the rule that wants it. */
export async function askToSort(
  tx: Tx,
  companyId: number,
  wanted: Omit<repo.NewSorting, 'callId'>,
): Promise<void> {
  const id = uuidv7();
  if (!(await repo.add(tx, companyId, { ...wanted, callId: id }))) return;
  const dueAt = new Date(wanted.at.getTime() + WAIT_MS);
  const lane = `sorting:${wanted.ticketId}`;
  await enqueue(tx, { companyId, id, kind: SORTING, lane, dueAt, patienceMs: PATIENCE_MS });
}

/**
 * The AI that helps agents is told the conversation, and what it chooses is done as the rule's deed. Nobody waits for it: where
 * it fails the conversation says so, once for each reason.
 */
export function sortCalls(deps: HelpDeps): CallKind {
  const { db, clock } = deps;
  return {
    kind: SORTING,
    maxAttempts: MAX_ATTEMPTS,
    mayRepeat: (error) => error instanceof AppError && error.code === 'ERR_AI_FAILED',

    async take(call) {
      const { companyId, id, signal } = call;
      const sorting = await db.readCompany(companyId, (tx) => repo.find(tx, companyId, id));
      if (sorting && !sorting.hasPlan) throw new AppError('ERR_PLAN_FEATURE_OFF');
      const proposed = sorting && (await proposeLabels(deps, companyId, sorting.ticketId, signal));
      crashAt('sorting.answered');
      await db.withCompany(companyId, async (tx) => {
        if ((await call.end(tx)) && proposed) await apply(tx, companyId, sorting, proposed, clock());
        crashAt('sorting.written');
      });
    },

    async giveUp(call, error) {
      const { companyId, id } = call;
      await db.withCompany(companyId, async (tx) => {
        const sorting = await repo.find(tx, companyId, id);
        if (!(await call.end(tx)) || !sorting) return;
        const { ticketId, automationId, name } = sorting;
        const failed = error instanceof AppError ? error.code : 'ERR_AI_FAILED';
        if (!(await runs.noteSilence(tx, companyId, { automationId, ticketId, reason: failed }))) return;
        const event = { kind: 'automated', automationId, name, failed } as const;
        await addTicketEvent(tx, { companyId, ticketId, userId: null }, event, clock());
      });
    },
  };
}

/** What is there by now; nobody loses a ticket that they have. */
async function apply(
  tx: Tx,
  companyId: number,
  { ticketId, moves, name }: repo.Sorting,
  proposed: ProposedLabels,
  at: Date,
): Promise<void> {
  const ticket = await repo.lockTicket(tx, companyId, ticketId);
  if (!ticket) return;
  const { tags, queues } = await listLabels(tx, companyId, ticketId);
  const tagIds = proposed.tagIds.filter((tagId) => tags.some(({ id }) => id === tagId));
  const queueId = queues.find(({ id }) => id === proposed.queueId)?.id;
  const doer: Doer = { companyId, ticketId, queueId: ticket.queueId, userId: null, name, said: 0 };
  if (tagIds.length > 0) await carryOut(tx, doer, { kind: 'addTags', tagIds }, at);
  if (moves && ticket.status === 'pending' && queueId !== undefined)
    await carryOut(tx, doer, { kind: 'queue', queueId }, new Date(at.getTime() + 1));
}
