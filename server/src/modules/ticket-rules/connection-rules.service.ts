import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { addTicketEvent, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import * as tracking from '../ticket-tracking/ticket-tracking.service.ts';
import { sayFarewell } from './automatic-messages.service.ts';
import * as repo from './connection-rules.repo.ts';

/** What customers wrote while a connection was down arrives within this time after it is back. */
const SETTLED_MS = 60_000;
const settled = (now: Date) => new Date(now.getTime() - SETTLED_MS);

const WHEN = { schedule: '*/10 * * * * *', maxDelayMs: 1_000, processes: 'every' } as const;

/*
 * What connections do with tickets that nobody has touched for as many minutes as each of them says:
 * a waiting one without a queue is put into the redirection queue, an open one whose customer has not
 * answered us is closed.
 *
 * What is due is read from the rows themselves, so a restart forgets nothing. Each ticket is a transaction that locks it
 * and looks once more: of several processes one acts, and one that dies leaves all of it or nothing.
 */

export const redirections = ({ db }: { db: Database }): Job<repo.DueTicket> => ({
  ...WHEN,
  name: 'tickets to redirect',
  due: (now, limit) => db.asSystem((tx) => repo.listUnassigned(tx, now, limit)),
  take: (due, clock) => act(db, due, (tx) => redirect(tx, due, clock())),
});

/** Closes a ticket for nobody, as the commands of agents do. */
export type CloseTicket = (
  tx: Tx,
  by: { companyId: number; userId: null },
  ticketId: number,
  at: Date,
) => Promise<void>;

export const closings = ({
  db,
  closeTicket,
}: {
  db: Database;
  closeTicket: CloseTicket;
}): Job<repo.DueTicket> => ({
  ...WHEN,
  name: 'tickets to close',
  due: (now, limit) => db.asSystem((tx) => repo.listUnanswered(tx, now, settled(now), limit)),
  take: (due, clock) => act(db, due, (tx) => closeUnanswered(tx, due, clock(), closeTicket)),
});

async function act(
  db: Database,
  { companyId }: repo.DueTicket,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.withCompany(companyId, async (tx) => {
    await work(tx);
    crashAt('rule.written');
  });
  crashAt('rule.committed');
}

/** The customer has not been spoken to yet, and hears nothing of it. */
async function redirect(tx: Tx, due: repo.DueTicket, now: Date): Promise<void> {
  const { companyId, id: ticketId } = due;
  const queueId = await repo.queueIfDue(tx, due, now);
  if (queueId !== undefined) await putIntoQueue(tx, { companyId, ticketId }, queueId, now);
}

/** Nobody's doing: the timeline names the queue alone. */
export async function putIntoQueue(
  tx: Tx,
  { companyId, ticketId }: { companyId: number; ticketId: number },
  queueId: number,
  now: Date,
): Promise<void> {
  await repo.assign(tx, companyId, ticketId, queueId, now);
  await tracking.enterQueue(tx, companyId, ticketId, now);
  const { toQueue } = await namesOf(tx, { companyId }, {}, { toQueue: queueId });
  const nobody = { by: null, fromUser: null, toUser: null, fromQueue: null };
  await addTicketEvent(
    tx,
    { companyId, ticketId, userId: null },
    { kind: 'transferred', ...nobody, toQueue },
    now,
  );
}

/**
 * No rating is asked and no completion message sent: the inactivity message stands for both. A company that may not speak
 * closes without it: said when it has paid, it would come days late.
 */
async function closeUnanswered(
  tx: Tx,
  due: repo.DueTicket,
  now: Date,
  closeTicket: CloseTicket,
): Promise<void> {
  const { companyId, id: ticketId } = due;
  const text = await repo.farewellIfDue(tx, due, now, settled(now));
  if (text === undefined) return;
  await closeTicket(tx, { companyId, userId: null }, ticketId, now);
  await sayFarewell(tx, companyId, ticketId, text, now);
}
