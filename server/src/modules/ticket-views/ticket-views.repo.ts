import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { TicketViewRow } from '@balcao/shared/features/ticket-views/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';

export type TicketViewFields = Pick<TicketViewRow, 'name' | 'team' | 'tab' | 'filter' | 'sort'>;

/** Columns of ticket_views `v`. */
export const ticketViewColumns = (tx: Tx) =>
  tx`v.id, v.name, v.team, v.user_id, v.tab, v.filter, v.sort, v.position`;

const seen = (tx: Tx, actor: Actor) => tx`
  select ${ticketViewColumns(tx)} from ticket_views v
  where v.company_id = ${actor.companyId} and v.scopes && ${actorScopes(actor)}::text[]`;

/** Those that the actor sees: the team's first, each in their order. */
export async function list(tx: Tx, actor: Actor): Promise<TicketViewRow[]> {
  return tx<TicketViewRow[]>`${seen(tx, actor)} order by v.team desc, v.position, v.id`;
}

/** If the actor may see it. */
export async function find(tx: Tx, actor: Actor, id: number): Promise<TicketViewRow | undefined> {
  const [found] = await tx<TicketViewRow[]>`${seen(tx, actor)} and v.id = ${id}`;
  return found;
}

/** One change of a company's views after the other until the end of the transaction: they are counted and put in order. */
export async function lock(tx: Tx, companyId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(4232, ${companyId % 2_147_483_647}::int)`;
}

const among = (tx: Tx, { companyId, userId }: Actor, team: boolean) => tx`
  company_id = ${companyId} and ${team ? tx`team` : tx`not team and user_id = ${userId}`}`;

/** How many there are of the team, or of the actor's own, and the place behind them. */
export async function measure(
  tx: Tx,
  actor: Actor,
  team: boolean,
): Promise<{ count: number; position: number }> {
  const [row] = await tx<{ count: number; position: number }[]>`
    select count(*)::int as count, (coalesce(max(position), -1) + 1)::int as position
    from ticket_views where ${among(tx, actor, team)}`;
  return row ?? { count: 0, position: 0 };
}

export async function insert(
  tx: Tx,
  { companyId, userId }: Actor,
  { filter, ...fields }: TicketViewFields & { position: number },
): Promise<number> {
  return insertInto(tx, 'ticket_views', { companyId, userId, filter: tx.json(filter), ...fields });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  { filter, ...change }: Change<TicketViewFields & { position: number }>,
): Promise<void> {
  const changed = { ...change, ...(filter ? { filter: tx.json(filter) } : {}) };
  await updateIn(tx, 'ticket_views', { companyId, id }, changed);
}

/** Those that are not named follow as they were. */
export async function order(tx: Tx, actor: Actor, team: boolean, ids: readonly number[]): Promise<void> {
  await tx`
    update ticket_views v set position = placed.position
    from (
      select id, (row_number() over (
        order by array_position(${ids as number[]}::bigint[], id) nulls last, position, id) - 1)::int as position
      from ticket_views where ${among(tx, actor, team)}) placed
    where v.company_id = ${actor.companyId} and v.id = placed.id and v.position <> placed.position`;
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from ticket_views where company_id = ${companyId} and id = ${id}`;
}
