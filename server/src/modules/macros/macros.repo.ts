import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Standing } from '@balcao/shared/features/automations/facts.ts';
import type { MacroFields } from '@balcao/shared/features/macros/calls.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { insertInto, updateIn } from '../../platform/db/rows.ts';

/** Columns of macros `m`. */
export const macroColumns = (tx: Tx) => tx`m.id, m.name, m.team, m.user_id, m.effects, m.version`;

const seen = (tx: Tx, actor: Actor) => tx`
  select ${macroColumns(tx)} from macros m
  where m.company_id = ${actor.companyId} and m.scopes && ${actorScopes(actor)}::text[]`;

/** Those that the actor sees: the team's first, each by name. */
export async function list(tx: Tx, actor: Actor): Promise<MacroRow[]> {
  return tx<MacroRow[]>`${seen(tx, actor)} order by m.team desc, plain(m.name), m.id`;
}

/** If the actor may see it. */
export async function find(tx: Tx, actor: Actor, id: number): Promise<MacroRow | undefined> {
  const [found] = await tx<MacroRow[]>`${seen(tx, actor)} and m.id = ${id}`;
  return found;
}

/** The same, which nobody changes until the end of the transaction. */
export async function hold(tx: Tx, actor: Actor, id: number): Promise<MacroRow | undefined> {
  const [found] = await tx<MacroRow[]>`${seen(tx, actor)} and m.id = ${id} for share of m`;
  return found;
}

/** One change of a company's macros after the other until the end of the transaction: they are counted. */
export async function lock(tx: Tx, companyId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(4233, ${companyId % 2_147_483_647}::int)`;
}

/** How many there are of the team, or of the actor's own. */
export async function count(tx: Tx, { companyId, userId }: Actor, team: boolean): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from macros
    where company_id = ${companyId} and ${team ? tx`team` : tx`not team and user_id = ${userId}`}`;
  return row?.count ?? 0;
}

export async function insert(
  tx: Tx,
  { companyId, userId }: Actor,
  { effects, ...fields }: MacroFields,
): Promise<number> {
  return insertInto(tx, 'macros', { companyId, userId, effects: tx.json(effects), ...fields });
}

/** As a whole. */
export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  { effects, ...fields }: MacroFields & { version: number },
): Promise<void> {
  await updateIn(tx, 'macros', { companyId, id }, { ...fields, effects: tx.json(effects) });
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from macros where company_id = ${companyId} and id = ${id}`;
}

export async function findLine(
  tx: Tx,
  companyId: number,
  id: string,
): Promise<{ ticketId: number; mediaType: string } | undefined> {
  const [line] = await tx<{ ticketId: number; mediaType: string }[]>`
    select ticket_id, media_type from messages where company_id = ${companyId} and id = ${id}`;
  return line;
}

/** The caller has locked the ticket. */
export async function loadStanding(
  tx: Tx,
  companyId: number,
  ticketId: number,
): Promise<Standing & { lastMessageAt: Date }> {
  const [row] = await tx<(Standing & { lastMessageAt: Date })[]>`
    select status, queue_id, user_id, snoozed_until is not null as is_snoozed, chatbot, last_message_at,
      array(select tag_id from ticket_tags k where k.company_id = t.company_id and k.ticket_id = t.id) as tag_ids
    from tickets t where company_id = ${companyId} and id = ${ticketId}`;
  if (!row) throw new Error('ticket not locked');
  return row;
}
