import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { MAX_TICKET_VIEWS } from '@balcao/shared/features/ticket-views/limits.ts';
import type { TicketViewRow } from '@balcao/shared/features/ticket-views/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as repo from './ticket-views.repo.ts';

/**
 * Views of the ticket lists. What the actor does not see is not there: ERR_NO_TICKET_VIEW_FOUND; what is the team's needs
 * `ticketViews:manageTeam`: ERR_NO_PERMISSION.
 */

/** ERR_TICKET_VIEW_NAME_TAKEN, ERR_TOO_MANY_TICKET_VIEWS. */
export async function create(tx: Tx, actor: Actor, fields: repo.TicketViewFields): Promise<TicketViewRow> {
  assertMay(actor, fields.team);
  await repo.lock(tx, actor.companyId);
  const position = await placeFor(tx, actor, fields.team);
  const id = await nameIsFree(repo.insert(tx, actor, { ...fields, position }));
  const created = await get(tx, actor, id);
  await note(tx, actor, null, created);
  return created;
}

/** ERR_TICKET_VIEW_NAME_TAKEN, ERR_TOO_MANY_TICKET_VIEWS. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  change: Change<repo.TicketViewFields>,
): Promise<TicketViewRow> {
  await repo.lock(tx, actor.companyId);
  const before = await get(tx, actor, id);
  const { team = before.team } = change;
  assertMay(actor, before.team || team);
  // No one would see it any more.
  if (!team && before.userId !== actor.userId) throw new AppError('ERR_NO_PERMISSION');
  const moved = team === before.team ? {} : { position: await placeFor(tx, actor, team) };
  await nameIsFree(repo.update(tx, actor.companyId, id, { ...change, ...moved }));
  const after = await get(tx, actor, id);
  await note(tx, actor, before, after);
  return after;
}

export async function order(
  tx: Tx,
  actor: Actor,
  { team, ticketViewIds }: { team: boolean; ticketViewIds: readonly number[] },
): Promise<void> {
  assertMay(actor, team);
  await repo.lock(tx, actor.companyId);
  const known = (await repo.list(tx, actor)).filter((view) => view.team === team).map(({ id }) => id);
  if (!ticketViewIds.every((id) => known.includes(id))) throw new AppError('ERR_NO_TICKET_VIEW_FOUND');
  await repo.order(tx, actor, team, ticketViewIds);
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  await repo.lock(tx, actor.companyId);
  const ticketView = await get(tx, actor, id);
  assertMay(actor, ticketView.team);
  await repo.remove(tx, actor.companyId, id);
  await note(tx, actor, ticketView, null);
}

async function get(tx: Tx, actor: Actor, id: number): Promise<TicketViewRow> {
  return orNotFound(await repo.find(tx, actor, id), 'ERR_NO_TICKET_VIEW_FOUND');
}

/** What is one's own needs somebody whose it is: programs have only what is the team's. */
function assertMay(actor: Actor, team: boolean): void {
  const mayHave = team ? can(actor, 'ticketViews:manageTeam') : actor.userId !== null;
  if (!mayHave) throw new AppError('ERR_NO_PERMISSION');
}

/** The place behind the others. */
async function placeFor(tx: Tx, actor: Actor, team: boolean): Promise<number> {
  const { count, position } = await repo.measure(tx, actor, team);
  if (count >= MAX_TICKET_VIEWS) throw new AppError('ERR_TOO_MANY_TICKET_VIEWS', { limit: MAX_TICKET_VIEWS });
  return position;
}

const AUDITED: Audited<TicketViewRow> = {
  entity: 'ticketView',
  name: ({ name }) => name,
  fields: ({ name, team, tab, filter, sort }) => ({ name, team, tab, filter, sort }),
};

/** Notes a change for the log, which leaves out what is a person's own. */
async function note(
  tx: Tx,
  actor: Actor,
  before: TicketViewRow | null,
  after: TicketViewRow | null,
): Promise<void> {
  if (before?.team || after?.team) await recordChange(tx, actor, AUDITED, before, after);
}

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const isTaken =
      isUniqueViolation(error, 'ticket_views_own') || isUniqueViolation(error, 'ticket_views_of_team');
    throw isTaken ? new AppError('ERR_TICKET_VIEW_NAME_TAKEN') : error;
  }
}
