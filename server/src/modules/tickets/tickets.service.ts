import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { personOf } from '../../platform/http/admission.ts';
import { record } from '../audit/audit.service.ts';
import { assertVisible } from '../ticket-list/ticket-list.service.ts';
import {
  askForRating,
  greetAccepted,
  sendCompletionMessage,
  sendTransferMessage,
} from '../ticket-rules/automatic-messages.service.ts';
import { awaitRating } from '../ticket-rules/ratings.service.ts';
import { addTicketEvent, type EventDoer, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import * as tracking from '../ticket-tracking/ticket-tracking.service.ts';
import { createTicket, type NewTicket } from './create-ticket.ts';
import { otherOpen } from './sending-connection.ts';
import * as snoozes from './snooze.repo.ts';
import * as repo from './tickets.repo.ts';

/** `userId` null: whoever takes it; `queueId` null: the queue that it is in. */
interface TransferTarget {
  userId: number | null;
  queueId: number | null;
}

interface Closing {
  silent?: boolean | undefined;
  seenAt?: string | undefined;
}

/**
 * What people do to tickets. Each is one atomic step; the first of two agents wins, the other hears who was faster.
 * REST and the consoles' outboxes call the same functions, so each may be repeated without harm.
 *
 * All throw ERR_NO_TICKET_FOUND for a missing ticket (also one of another company) and ERR_TICKET_FOREIGN_QUEUE for
 * one that the actor does not see.
 */
export interface TicketsService {
  /**
   * Pending → open with me; the customer may be greeted. ERR_OTHER_OPEN_TICKET {name}, ERR_TICKET_NOT_PENDING when it
   * is closed.
   */
  accept(tx: Tx, actor: Actor, ticketId: number): Promise<void>;
  /**
   * → closed, at once; one that nobody had taken is the actor's then. ERR_OTHER_OPEN_TICKET {name} for a colleague's
   * ticket, unless the actor may take over. The customer is asked for a mark or told goodbye, unless it is to be
   * `silent`. ERR_CUSTOMER_WROTE when there are unread words of after `seenAt`: closed over, they would count as read
   * although nobody has seen them.
   */
  close(tx: Tx, actor: Actor, ticketId: number, how?: Closing): Promise<void>;
  /** Closed → open with me; one that came back by itself is accepted. ERR_OTHER_OPEN_TICKET {name}. */
  reopen(tx: Tx, actor: Actor, ticketId: number): Promise<void>;
  /**
   * To an agent (open), to those of a queue (pending), or to an agent in a queue. The customer's messages stay unread;
   * the customer may be told.
   * ERR_VALIDATION for nobody, ERR_OTHER_OPEN_TICKET {name}, ERR_TICKET_CLOSED, ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND,
   * ERR_USER_NOT_IN_QUEUE {name} for an agent who would not see it.
   */
  transfer(tx: Tx, actor: Actor, ticketId: number, to: TransferTarget): Promise<void>;
  /** Open → pending, with nobody. ERR_OTHER_OPEN_TICKET {name}, ERR_TICKET_CLOSED. */
  returnToQueue(tx: Tx, actor: Actor, ticketId: number): Promise<void>;
  /**
   * A conversation that the actor begins. `connectionId` null: sending-connection says which; `queueId` null: the
   * connection's only queue. Errors: the contract's.
   *
   * @returns the new ticket's id
   */
  create(tx: Tx, actor: Actor, ticket: NewTicket): Promise<number>;
  /**
   * The actor's conversation with a contact: the one under way, one that waits, which is accepted by it, or a new one.
   * Errors: those of `accept` and `create`.
   *
   * @returns the ticket's id
   */
  conversationWith(tx: Tx, actor: Actor, contactId: number): Promise<number>;
  /**
   * What answers while it waits. ERR_TICKET_NOT_PENDING for one that does not, ERR_NO_PROMPT_FOUND,
   * ERR_NO_QUEUE_INTEGRATION_FOUND.
   */
  setBot(tx: Tx, actor: Actor, ticketId: number, bot: BotWish): Promise<void>;
  /** ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_INTEGRATION_FOUND for what is to answer and is not there. */
  assertBot(tx: Tx, actor: Actor, bot: BotWish): Promise<void>;
  /** Deletes it with its messages and figures. A person who may do this sees every ticket. */
  remove(tx: Tx, actor: Actor, ticketId: number): Promise<void>;
  /**
   * The agent has read the conversation, as far as `seenAt` or all of it. Looking at a pending or a colleague's ticket
   * changes nothing.
   */
  markRead(tx: Tx, actor: Actor, ticketId: number, seenAt?: string): Promise<void>;
  /**
   * Counts as unread until it is read or answered again; ticks that customers have seen stay. ERR_TICKET_CLOSED,
   * ERR_TICKET_NOT_ACCEPTED for one that nobody has read, ERR_OTHER_OPEN_TICKET {name}.
   */
  markUnread(tx: Tx, actor: Actor, ticketId: number): Promise<void>;
  /**
   * Out of the lists until then; null: back now. It stays when the customer has written after `seenAt`, and when its time
   * is past. ERR_TICKET_CLOSED, ERR_OTHER_OPEN_TICKET {name}.
   */
  snooze(tx: Tx, actor: Actor, ticketId: number, until: string | null, seenAt?: string): Promise<void>;
}

/** An id begins, null ends; what is absent stays. */
export interface BotWish {
  useIntegration?: boolean | undefined;
  promptId?: number | null | undefined;
  integrationId?: number | null | undefined;
}

/** What answers in an agent's place: a module that needs tickets itself, so it is handed in. */
export interface TicketBot {
  /** What answers in this queue by itself begins in the ticket that was moved there. */
  startOwn(tx: Tx, companyId: number, ticketId: number, queueId: number, at: Date): Promise<void>;
  /** Whether what is wished for is there. ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_INTEGRATION_FOUND. */
  assertMinds(tx: Tx, companyId: number, wish: BotWish): Promise<void>;
  /** The same errors. */
  setMind(tx: Tx, actor: Actor, ticketId: number, wish: BotWish, at: Date): Promise<void>;
}

/** @param deps.bot absent: nothing answers by itself */
export function createTicketsService(deps: { clock: () => Date; bot?: TicketBot }): TicketsService {
  const { clock, bot } = deps;

  /** One under way that the actor may act on. */
  async function lockUnderWay(tx: Tx, actor: Actor, ticketId: number): Promise<repo.LockedTicket> {
    const ticket = await lockVisible(tx, actor, ticketId);
    if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
    if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
    return ticket;
  }

  async function accept(tx: Tx, actor: Actor, ticketId: number): Promise<void> {
    personOf(actor);
    const at = clock();
    if (await repo.takePending(tx, actor, ticketId, at)) {
      await tracking.start(tx, actor, ticketId, at);
      const { by } = await namesOf(tx, actor, { by: actor.userId }, {});
      await addTicketEvent(tx, placeOf(actor, ticketId), { kind: 'accepted', by }, at);
      return greetAccepted(tx, actor.companyId, ticketId, at);
    }
    const ticket = await lockVisible(tx, actor, ticketId);
    if (ticket.status === 'closed') throw new AppError('ERR_TICKET_NOT_PENDING');
    if (ticket.userId !== actor.userId) throw await otherAgentError(tx, actor, ticket);
  }

  async function giveBack(tx: Tx, actor: Actor, ticket: repo.LockedTicket): Promise<void> {
    if (ticket.status === 'pending') return;
    if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
    const at = clock();
    await repo.returnToQueue(tx, actor.companyId, ticket.id, at);
    await tracking.queue(tx, actor.companyId, ticket.id, at);
    const users = { by: actor.userId, fromUser: ticket.userId };
    const names = await namesOf(tx, actor, users, {});
    await addTicketEvent(tx, placeOf(actor, ticket.id), { kind: 'returned', ...names }, at);
  }

  return {
    accept,

    async close(tx, actor, ticketId, { silent = false, seenAt } = {}) {
      const ticket = await lockVisible(tx, actor, ticketId);
      if (ticket.status === 'closed') return;
      if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
      if (seenAt !== undefined && (await repo.hasUnread(tx, actor.companyId, ticketId, seenAt)))
        throw new AppError('ERR_CUSTOMER_WROTE');
      const at = clock();
      await finish(tx, actor, ticketId, at);
      if (silent) return;
      if (ticket.status === 'open' && (await askForRating(tx, actor.companyId, ticketId, at)))
        await awaitRating(tx, actor.companyId, ticketId, at);
      else await sendCompletionMessage(tx, actor.companyId, ticketId, at);
    },

    async reopen(tx, actor, ticketId) {
      personOf(actor);
      const ticket = await lockVisible(tx, actor, ticketId);
      if (ticket.status === 'pending') return accept(tx, actor, ticketId);
      if (ticket.status === 'open') {
        if (ticket.userId !== actor.userId) throw await otherAgentError(tx, actor, ticket);
        return;
      }
      const other = await repo.findUnderWay(tx, actor.companyId, ticket.contactId, ticket.connectionId);
      if (other) throw otherOpen(other.userName);
      const at = clock();
      try {
        await repo.reopen(tx, actor, ticketId, at);
      } catch (error) {
        // The customer wrote in this very moment and has a new ticket.
        throw isUniqueViolation(error, 'tickets_one_under_way') ? otherOpen(null) : error;
      }
      await tracking.start(tx, actor, ticketId, at);
      const { by } = await namesOf(tx, actor, { by: actor.userId }, {});
      await addTicketEvent(tx, placeOf(actor, ticketId), { kind: 'reopened', by, toUser: by }, at);
    },

    async transfer(tx, actor, ticketId, to) {
      if (to.userId === null && to.queueId === null) throw new AppError('ERR_VALIDATION');
      const ticket = await lockVisible(tx, actor, ticketId);
      if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
      const queueId = to.queueId ?? ticket.queueId;
      if (ticket.queueId === queueId) {
        if (to.userId === null) return giveBack(tx, actor, ticket);
        if (to.userId === ticket.userId) return;
      }
      if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
      const at = clock();
      await move(tx, actor, ticket, { userId: to.userId, queueId }, at);
      if (to.userId === null && queueId !== null)
        await bot?.startOwn(tx, actor.companyId, ticketId, queueId, at);
    },

    async returnToQueue(tx, actor, ticketId) {
      const ticket = await lockVisible(tx, actor, ticketId);
      if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
      await giveBack(tx, actor, ticket);
    },

    async setBot(tx, actor, ticketId, wish) {
      const ticket = await lockVisible(tx, actor, ticketId);
      if (ticket.status !== 'pending') throw new AppError('ERR_TICKET_NOT_PENDING');
      await bot?.setMind(tx, actor, ticketId, wish, clock());
    },

    assertBot: async (tx, { companyId }, wish) => bot?.assertMinds(tx, companyId, wish),

    create: (tx, actor, ticket) => createTicket(tx, actor, ticket, clock()),

    async conversationWith(tx, actor, contactId) {
      const known = await repo.findConversation(tx, actor, contactId);
      if (known?.status === 'pending') await accept(tx, actor, known.id);
      const begun = { contactId, connectionId: null, queueId: null, status: 'open' } as const;
      return known?.id ?? createTicket(tx, actor, begun, clock());
    },

    async remove(tx, actor, ticketId) {
      const { companyId } = actor;
      const name = await repo.remove(tx, companyId, ticketId);
      if (name === undefined) throw new AppError('ERR_NO_TICKET_FOUND');
      const entry = { action: 'delete', entity: 'ticket', entityId: ticketId, entityName: name } as const;
      await record(tx, { companyId, actor, ...entry });
    },

    async markRead(tx, actor, ticketId, seenAt) {
      const ticket = await lockVisible(tx, actor, ticketId);
      if (ticket.status !== 'open' || !mayTouch(actor, ticket)) return;
      await markMessagesRead(tx, actor.companyId, ticketId, seenAt);
      if (ticket.unreadMessages > 0 || ticket.markedUnread)
        await repo.countUnread(tx, actor.companyId, ticketId);
    },

    async markUnread(tx, actor, ticketId) {
      const ticket = await lockUnderWay(tx, actor, ticketId);
      if (ticket.status === 'pending') throw new AppError('ERR_TICKET_NOT_ACCEPTED');
      await repo.markUnread(tx, actor.companyId, ticketId);
    },

    async snooze(tx, actor, ticketId, until, seenAt) {
      await lockUnderWay(tx, actor, ticketId);
      const at = clock();
      const place = placeOf(actor, ticketId);
      const { by } = await namesOf(tx, actor, { by: actor.userId }, {});
      if (until === null) return snoozes.resume(tx, place, { kind: 'resumed', by, cause: 'agent' }, at);
      if (Date.parse(until) <= at.getTime()) return;
      if (seenAt !== undefined && (await snoozes.hasWritten(tx, actor.companyId, ticketId, seenAt))) return;
      await snoozes.putOff(tx, place, { kind: 'snoozed', by, until }, at);
    },
  };
}

/**
 * To an agent, or to those of a queue; the customer may be told. A bot that led has ended. ERR_NO_QUEUE_FOUND,
 * ERR_NO_USER_FOUND, ERR_USER_NOT_IN_QUEUE {name}.
 */
async function move(
  tx: Tx,
  by: EventDoer,
  ticket: repo.LockedTicket,
  to: TransferTarget,
  at: Date,
): Promise<void> {
  const { companyId } = by;
  const { userId, queueId } = to;
  await assertReachable(tx, companyId, to, queueId);
  await repo.move(tx, companyId, ticket.id, to, at);
  if (userId !== null) await tracking.handOver(tx, companyId, ticket.id, userId, at);
  else if (ticket.status === 'pending') await tracking.enterQueue(tx, companyId, ticket.id, at);
  else await tracking.queue(tx, companyId, ticket.id, at);
  const users = { by: by.userId, fromUser: ticket.userId, toUser: userId };
  const names = await namesOf(tx, by, users, { fromQueue: ticket.queueId, toQueue: queueId });
  await addTicketEvent(
    tx,
    { companyId, userId: by.userId, ticketId: ticket.id },
    { kind: 'transferred', ...names },
    at,
  );
  const changed = { user: userId !== null && userId !== ticket.userId, queue: queueId !== ticket.queueId };
  await sendTransferMessage(tx, companyId, ticket.id, changed, at);
}

/** The same by a program that answered in it. Nothing for a ticket that is gone or closed. */
export async function moveTicket(
  tx: Tx,
  by: { companyId: number; userId: null },
  ticketId: number,
  to: TransferTarget,
  at: Date,
): Promise<void> {
  const ticket = await repo.lock(tx, by.companyId, ticketId);
  if (ticket && ticket.status !== 'closed') await move(tx, by, ticket, to, at);
}

/** → closed. @param by null: nobody, a rule closes it */
export async function finish(tx: Tx, by: EventDoer, ticketId: number, at: Date): Promise<void> {
  const { companyId, userId } = by;
  await repo.close(tx, by, ticketId, at);
  // Closing is not reading: whoever looked has said so by markRead.
  await repo.dismissMessages(tx, companyId, ticketId);
  await tracking.finish(tx, by, ticketId, at);
  const names = await namesOf(tx, by, { by: userId }, {});
  await addTicketEvent(tx, { companyId, ticketId, userId }, { kind: 'closed', ...names }, at);
}

const placeOf = ({ companyId, userId }: Actor, ticketId: number) => ({ companyId, ticketId, userId });

/** The queue exists, and the agent would see the ticket in it. ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_USER_NOT_IN_QUEUE {name}. */
export async function assertReachable(
  tx: Tx,
  companyId: number,
  to: TransferTarget,
  queueId: number | null,
): Promise<void> {
  if (to.queueId !== null) await assertQueue(tx, companyId, to.queueId);
  if (to.userId === null) return;
  const agent = await repo.lockAgent(tx, companyId, to.userId);
  if (!agent) throw new AppError('ERR_NO_USER_FOUND');
  if (queueId !== null && !can(agent, 'tickets:viewAll') && !agent.queueIds.includes(queueId))
    throw new AppError('ERR_USER_NOT_IN_QUEUE', { name: agent.name });
}

/** Throws ERR_NO_QUEUE_FOUND; nobody removes it until the end of the transaction. */
export async function assertQueue(tx: Tx, companyId: number, queueId: number): Promise<void> {
  if (!(await repo.lockQueue(tx, companyId, queueId))) throw new AppError('ERR_NO_QUEUE_FOUND');
}

export type { LockedTicket } from './tickets.repo.ts';

/** What the customer wrote in this ticket counts as read. */
export const markMessagesRead = repo.markMessagesRead;

/** For what is said without anybody beginning a conversation. */
export const { findConnected, insertClosed, queuesOfConnection } = repo;

/** The ticket, locked until the end of the transaction, if the actor sees it. */
export async function lockVisible(tx: Tx, actor: Actor, ticketId: number): Promise<repo.LockedTicket> {
  const ticket = await repo.lock(tx, actor.companyId, ticketId);
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND');
  assertVisible(actor, ticket.scopes);
  return ticket;
}

/** Whether no agent has it, the actor has it, or the actor may act on colleagues' tickets. */
export function mayTouch(actor: Actor, ticket: Pick<repo.LockedTicket, 'status' | 'userId'>): boolean {
  return ticket.status !== 'open' || ticket.userId === actor.userId || can(actor, 'tickets:takeOver');
}

/** ERR_OTHER_OPEN_TICKET with the name of the agent who has it. */
export async function otherAgentError(
  tx: Tx,
  actor: Actor,
  ticket: Pick<repo.LockedTicket, 'userId'>,
): Promise<AppError> {
  const name = ticket.userId === null ? undefined : await repo.userName(tx, actor.companyId, ticket.userId);
  return otherOpen(name ?? null);
}
