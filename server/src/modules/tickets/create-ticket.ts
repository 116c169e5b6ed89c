import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { actorScopes, sightOf } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { personOf } from '../../platform/http/admission.ts';
import { assertSeen, nameByAddress } from '../contacts/contacts.service.ts';
import { addTicketEvent, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import { connectedOne, otherOpen } from './sending-connection.ts';
import * as repo from './tickets.repo.ts';

export interface NewTicket {
  contactId: number;
  connectionId: number | null;
  queueId: number | null;
  /** Open with whoever makes it, or waiting. */
  status: 'open' | 'pending';
}

/** @returns its id. Errors: the contract's. */
export async function createTicket(tx: Tx, actor: Actor, wanted: NewTicket, at: Date): Promise<number> {
  const { companyId } = actor;
  const { contactId } = wanted;
  await assertSeen(tx, actor, contactId);
  if (!(await repo.lockContact(tx, companyId, contactId))) throw new AppError('ERR_NO_CONTACT_FOUND');
  if (wanted.queueId !== null && !(await repo.lockQueue(tx, companyId, wanted.queueId)))
    throw new AppError('ERR_NO_QUEUE_FOUND');
  const connectionId = wanted.connectionId ?? (await connectedOne(tx, actor, contactId));
  const queues = await repo.queuesOfConnection(tx, companyId, connectionId);
  if (!queues) throw new AppError('ERR_NO_WAPP_FOUND');
  if (!(await repo.isReached(tx, companyId, connectionId, contactId)))
    throw new AppError('ERR_CHANNEL_CANNOT');
  await nameByAddress(tx, companyId, { contactId, connectionId });
  const queueId = wanted.queueId ?? (queues.length === 1 ? (queues[0] ?? null) : null);
  const userId = wanted.status === 'open' ? personOf(actor).userId : null;
  // Their own would be seen by them in any queue, but not by those who serve it.
  if ((wanted.queueId !== null || userId === null) && !seesQueue(actor, queueId))
    throw new AppError('ERR_TICKET_FOREIGN_QUEUE');

  const id = await repo.insert(tx, { companyId, contactId, connectionId, queueId, userId, at });
  if (id === undefined) {
    const other = await repo.findUnderWay(tx, companyId, contactId, connectionId);
    throw otherOpen(other?.userName ?? null, other && sightOf(actor)(other.scopes) ? other.uuid : null);
  }
  const { by } = await namesOf(tx, actor, { by: actor.userId }, {});
  await addTicketEvent(tx, { companyId, ticketId: id, userId: actor.userId }, { kind: 'started', by }, at);
  return id;
}

function seesQueue(actor: Actor, queueId: number | null): boolean {
  const own = actorScopes(actor);
  return own.includes('c') || own.includes(`q:${queueId ?? 'none'}`);
}
