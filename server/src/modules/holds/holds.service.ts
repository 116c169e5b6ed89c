import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Hold } from '@balcao/shared/features/retention/calls.ts';
import { maskName } from '@balcao/shared/money/tax-number.ts';
import type { Tx } from '../../platform/db/client.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { MASK, record } from '../audit/audit.service.ts';
import * as repo from './holds.repo.ts';

/** What must not go, whoever wants it and however old it is. */

/** Newest first. */
export async function list(
  tx: Tx,
  companyId: number,
  pageNumber: number | undefined,
): Promise<{ holds: Hold[]; hasMore: boolean }> {
  const { shown, hasMore } = pageOf(await repo.list(tx, companyId, pageAt(pageNumber)));
  return { holds: shown.map(presentHold), hasMore };
}

/** ERR_NO_TICKET_FOUND, ERR_NO_CONTACT_FOUND, ERR_ALREADY_ON_HOLD. */
export async function add(tx: Tx, actor: Actor, held: repo.Held, reason: string): Promise<Hold> {
  const { companyId } = actor;
  if (!(await repo.exists(tx, companyId, held)))
    throw new AppError('ticketId' in held ? 'ERR_NO_TICKET_FOUND' : 'ERR_NO_CONTACT_FOUND');
  const id = await repo.insert(tx, actor, held, reason);
  if (id === undefined) throw new AppError('ERR_ALREADY_ON_HOLD');
  const hold = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_HOLD_FOUND');
  await noted(tx, actor, 'create', hold);
  return presentHold(hold);
}

/** ERR_NO_HOLD_FOUND. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const hold = orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_HOLD_FOUND');
  await repo.remove(tx, actor.companyId, id);
  await noted(tx, actor, 'delete', hold);
}

/** ERR_ON_HOLD for a conversation that must not go, or a contact. */
export async function assertNotHeld(tx: Tx, companyId: number, wanted: repo.Held): Promise<void> {
  const isHeld =
    'ticketId' in wanted
      ? await repo.isTicketHeld(tx, companyId, wanted.ticketId)
      : await repo.isContactHeld(tx, companyId, wanted.contactId);
  if (isHeld) throw new AppError('ERR_ON_HOLD');
}

export const { followContact, followTicket } = repo;

const presentHold = ({ createdAt, ...hold }: repo.StoredHold): Hold => ({
  ...hold,
  createdAt: createdAt.toISOString(),
});

/** The reason may say whom a hold is about, and is gone with it: the log tells that there was one. */
function noted(
  tx: Tx,
  actor: Actor,
  action: 'create' | 'delete',
  { id, ticketId, contactName }: repo.StoredHold,
): Promise<void> {
  const about = [
    { field: 'reason', text: MASK },
    { field: 'ticketId', text: ticketId === null ? null : String(ticketId) },
  ].filter(({ text }) => text !== null);
  const changes = about.map(({ field, text }) =>
    action === 'create' ? { field, from: null, to: text } : { field, from: text, to: null },
  );
  const { companyId } = actor;
  const what = { action, entity: 'hold', entityId: id, entityName: maskName(contactName) } as const;
  return record(tx, { companyId, actor, ...what, changes });
}
