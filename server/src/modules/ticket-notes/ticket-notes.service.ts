import type { Actor, Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { assertNotHeld } from '../holds/holds.service.ts';
import { mentionIn } from '../mentions/mentions.service.ts';
import { lockTicket, lockVisible } from '../tickets/locked-ticket.ts';
import * as repo from './ticket-notes.repo.ts';

export interface TicketNotesService {
  /**
   * An agent who sees a ticket may write a note in it, and so may a program: a colleague's and a closed one are no
   * exception. The same id twice is one note. Throws the ticket's errors (tickets.service), ERR_VALIDATION for an empty one,
   * ERR_IDEMPOTENCY_KEY_REUSED for an id of something else.
   *
   * @returns its id
   */
  add(
    tx: Tx,
    actor: Actor,
    note: {
      id?: string | undefined;
      ticketId: number;
      body: string;
      /** Colleagues whom it names. */
      mentionedIds?: readonly number[] | undefined;
    },
  ): Promise<string>;
  /** ERR_NO_MESSAGE_FOUND, also for one that the actor does not see; ERR_NO_PERMISSION for a colleague's; ERR_ON_HOLD. */
  remove(tx: Tx, actor: Person, id: string): Promise<void>;
}

/**
 * A note of a rule (`userId` null) or of a macro's user. ERR_IDEMPOTENCY_KEY_REUSED for an id of something else.
 *
 * @param place a ticket that the caller has locked
 */
export async function addNoteByEffect(
  tx: Tx,
  { companyId, ticketId, userId }: { companyId: number; ticketId: number; userId: number | null },
  { id = uuidv7(), body }: { id?: string | undefined; body: string },
  mentionedIds: readonly number[],
  at: Date,
): Promise<void> {
  const ticket = await lockTicket(tx, companyId, ticketId);
  if (!ticket) return;
  if (
    !(await repo.insert(
      tx,
      companyId,
      ticket,
      { id, userId, saidBy: userId === null ? 'automatic' : null, body },
      at,
    ))
  )
    throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
  await mentionIn(tx, { companyId, userId }, { id, ticketScopes: ticket.scopes }, mentionedIds);
}

export function createTicketNotesService({ clock }: { clock: () => Date }): TicketNotesService {
  return {
    async add(tx, actor, { id = uuidv7(), ticketId, body, mentionedIds = [] }) {
      if (body.trim() === '') throw new AppError('ERR_VALIDATION');
      const note = {
        id,
        userId: actor.userId,
        saidBy: actor.userId === null ? ('api' as const) : null,
        body,
      };
      // Before the ticket: a repetition may arrive after it went where the actor does not see it.
      if (await repo.isSame(tx, actor.companyId, ticketId, note)) return id;
      const ticket = await lockVisible(tx, actor, ticketId);
      const isNew = await repo.insert(tx, actor.companyId, ticket, note, clock());
      if (isNew) await mentionIn(tx, actor, { id, ticketScopes: ticket.scopes }, mentionedIds);
      else if (!(await repo.isSame(tx, actor.companyId, ticketId, note)))
        throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
      return id;
    },

    async remove(tx, actor, id) {
      const note = await repo.find(tx, actor.companyId, id);
      const own = new Set(actorScopes(actor));
      if (!note?.scopes.some((scope) => own.has(scope))) throw new AppError('ERR_NO_MESSAGE_FOUND');
      if (note.userId !== actor.userId) throw new AppError('ERR_NO_PERMISSION');
      await assertNotHeld(tx, actor.companyId, { ticketId: note.ticketId });
      await repo.remove(tx, actor.companyId, id);
    },
  };
}
