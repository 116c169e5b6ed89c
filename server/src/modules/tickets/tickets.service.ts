import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { maskName } from '@balcao/shared/money/tax-number.ts';
import type { Tx } from '../../platform/db/client.ts';
import { record } from '../audit/audit.service.ts';
import { assertNotHeld } from '../holds/holds.service.ts';
import { askForRating, sendCompletionMessage } from '../ticket-rules/automatic-messages.service.ts';
import { awaitAnswer } from '../ticket-rules/ratings.service.ts';
import { addTicketEvent, type EventDoer, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import * as tracking from '../ticket-tracking/ticket-tracking.service.ts';
import { createTicket, type NewTicket } from './create-ticket.ts';
import { lockUnderWay, lockVisible, mayTouch, otherAgentError, placeOf } from './locked-ticket.ts';
import * as snoozes from './snooze.repo.ts';
import { accept, reopen } from './take-ticket.ts';
import type { BotWish, TicketBot } from './ticket-bot.ts';
import * as repo from './tickets.repo.ts';
import { giveBack, type TransferTarget, transfer } from './transfer-ticket.ts';

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
  /** Deletes it with its messages and figures. A person who may do this sees every ticket. ERR_ON_HOLD. */
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

/** @param deps.bot absent: nothing answers by itself */
export function createTicketsService(deps: { clock: () => Date; bot?: TicketBot }): TicketsService {
  const { clock, bot } = deps;

  return {
    accept: (tx, actor, ticketId) => accept(tx, actor, ticketId, clock),
    reopen: (tx, actor, ticketId) => reopen(tx, actor, ticketId, clock),
    transfer: (tx, actor, ticketId, to) => transfer(tx, actor, ticketId, to, deps),

    async close(tx, actor, ticketId, { silent = false, seenAt } = {}) {
      const ticket = await lockVisible(tx, actor, ticketId);
      if (ticket.status === 'closed') return;
      if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
      if (seenAt !== undefined && (await repo.hasUnread(tx, actor.companyId, ticketId, seenAt)))
        throw new AppError('ERR_CUSTOMER_WROTE');
      await end(tx, actor, ticket, silent, clock());
    },

    async returnToQueue(tx, actor, ticketId) {
      const ticket = await lockVisible(tx, actor, ticketId);
      if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
      await giveBack(tx, actor, ticket, clock);
    },

    async setBot(tx, actor, ticketId, wish) {
      const ticket = await lockVisible(tx, actor, ticketId);
      if (ticket.status !== 'pending') throw new AppError('ERR_TICKET_NOT_PENDING');
      await bot?.setResponder(tx, actor, ticketId, wish, clock());
    },

    assertBot: async (tx, { companyId }, wish) => bot?.assertResponders(tx, companyId, wish),

    create: (tx, actor, ticket) => createTicket(tx, actor, ticket, clock()),

    async conversationWith(tx, actor, contactId) {
      const known = await repo.findConversation(tx, actor, contactId);
      if (known?.status === 'pending') await accept(tx, actor, known.id, clock);
      const begun = { contactId, connectionId: null, queueId: null, status: 'open' } as const;
      return known?.id ?? createTicket(tx, actor, begun, clock());
    },

    async remove(tx, actor, ticketId) {
      const { companyId } = actor;
      await assertNotHeld(tx, companyId, { ticketId });
      const name = await repo.remove(tx, companyId, ticketId);
      if (name === undefined) throw new AppError('ERR_NO_TICKET_FOUND');
      const entry = { action: 'delete', entity: 'ticket', entityId: ticketId } as const;
      await record(tx, { companyId, actor, ...entry, entityName: maskName(name) });
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

/** → closed; the customer is asked for a mark or told goodbye, unless it is to be `silent`. */
async function end(
  tx: Tx,
  by: EventDoer,
  { id, status }: Pick<repo.LockedTicket, 'id' | 'status'>,
  silent: boolean,
  at: Date,
): Promise<void> {
  await finish(tx, by, id, at);
  if (silent) return;
  const asked = status === 'open' ? await askForRating(tx, by.companyId, id, at) : null;
  if (asked) await awaitAnswer(tx, by.companyId, id, asked, at);
  else await sendCompletionMessage(tx, by.companyId, id, at);
}

/** The same by a rule or a macro. Nothing for a ticket that is gone or closed. */
export async function endTicket(
  tx: Tx,
  by: EventDoer,
  ticketId: number,
  silent: boolean,
  at: Date,
): Promise<void> {
  const ticket = await repo.lock(tx, by.companyId, ticketId);
  if (ticket && ticket.status !== 'closed') await end(tx, by, ticket, silent, at);
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

/** What the customer wrote in this ticket counts as read. */
export const markMessagesRead = repo.markMessagesRead;

/** Others use these for what is said without anybody beginning a conversation. */
export const { findConnected, hasUnread, insertClosed, queuesOfConnection } = repo;
