import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { nameByAddress } from '../contacts/contacts.service.ts';
import { addTicketEvent } from '../ticket-timeline/ticket-events.service.ts';
import * as repo from './tickets.repo.ts';
import { finish } from './tickets.service.ts';
import { assertReachable, moveTicket } from './transfer-ticket.ts';

/** The conversations in which programs speak. */

export type { ProgramTicket } from './tickets.repo.ts';

interface Place {
  companyId: number;
  connectionId: number;
  contactId: number;
}

/** Where the conversation is to go, unless an agent has it; null: as it comes. */
interface Wish {
  queueId: number | null;
  userId: number | null;
  /** Nobody has to attend to it. */
  closes: boolean;
}

/** ERR_NO_CONTACT_FOUND, and ERR_CHANNEL_CANNOT for one to whom the connection does not lead. */
export async function assertReached(tx: Tx, { companyId, connectionId, contactId }: Place): Promise<void> {
  if (!(await repo.lockContact(tx, companyId, contactId))) throw new AppError('ERR_NO_CONTACT_FOUND');
  if (!(await repo.isReached(tx, companyId, connectionId, contactId)))
    throw new AppError('ERR_CHANNEL_CANNOT');
  await nameByAddress(tx, companyId, { contactId, connectionId });
}

/**
 * The conversation for a program's message, locked: the one under way, which stays with its agent; else a new one, or
 * when nobody has to attend to it the one that ended last. ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_USER_NOT_IN_QUEUE
 * {name}.
 */
export async function ticketOfProgram(
  tx: Tx,
  place: Place,
  { queueId, userId, closes }: Wish,
  at: Date,
): Promise<repo.ProgramTicket> {
  const { companyId, connectionId, contactId } = place;
  const begin = () => ticketOfProgram(tx, place, { queueId, userId, closes }, at);
  const latest = await repo.lockLatest(tx, companyId, contactId, connectionId);
  await assertReachable(tx, companyId, { queueId, userId }, queueId ?? latest?.queueId ?? null);
  if (latest && latest.status !== 'closed') {
    const goes = latest.status === 'pending' && (queueId ?? latest.queueId) !== latest.queueId;
    if (!goes && (userId === null || latest.status === 'open')) return latest;
    const to = { userId, queueId: queueId ?? latest.queueId };
    await moveTicket(tx, { companyId, userId: null }, latest.id, to, at);
    return found(tx, companyId, latest.id);
  }
  if (latest && closes && queueId === null && userId === null) return latest;
  const queues = (await repo.queuesOfConnection(tx, companyId, connectionId)) ?? [];
  const ticket = {
    ...place,
    queueId: queueId ?? (queues.length === 1 ? (queues[0] ?? null) : null),
    userId,
    at,
  };
  if (closes) return found(tx, companyId, await repo.insertClosed(tx, ticket));
  const id = await repo.insert(tx, ticket);
  // The customer wrote, or another call began it, in this very moment: now it is there.
  if (id === undefined) return begin();
  await addTicketEvent(tx, { companyId, ticketId: id, userId: null }, { kind: 'started', by: null }, at);
  return found(tx, companyId, id);
}

/** @returns the ticket afterwards. Ends it, unless an agent or a bot has it or the customer has written something that nobody has read. */
export async function closeOfProgram(
  tx: Tx,
  companyId: number,
  ticket: repo.ProgramTicket,
  at: Date,
): Promise<repo.ProgramTicket> {
  if (ticket.status !== 'pending' || ticket.chatbot || ticket.unreadMessages > 0) return ticket;
  await finish(tx, { companyId, userId: null }, ticket.id, at);
  return found(tx, companyId, ticket.id);
}

/** The ticket as it is now; the caller has locked it. */
async function found(tx: Tx, companyId: number, id: number): Promise<repo.ProgramTicket> {
  const ticket = await repo.findOfProgram(tx, companyId, id);
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
  return ticket;
}
