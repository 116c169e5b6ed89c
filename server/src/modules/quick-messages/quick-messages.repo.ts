import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ListedQuickMessage, QuickMessageView } from '@balcao/shared/features/quick-messages/calls.ts';
import type { QuickMessageRow } from '@balcao/shared/features/quick-messages/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';
import { attachedFile, carriedMedia } from '../media/media.presenter.ts';

type QuickMessageRecord = QuickMessageRow & { userName: string | null };

/** Columns of quick_messages `q`. */
export const quickMessageColumns = (tx: Tx) => tx`
  q.id, q.shortcode, q.message, q.geral, q.status, q.user_id, q.queue_id, ${carriedMedia(tx, 'q')}`;

const allViews = (tx: Tx, companyId: number) => tx`
  select ${quickMessageColumns(tx)}, u.name as user_name
  from quick_messages q left join users u on u.company_id = q.company_id and u.id = q.user_id
  where q.company_id = ${companyId}`;

const views = (tx: Tx, actor: Actor) =>
  tx`${allViews(tx, actor.companyId)} and q.scopes && ${actorScopes(actor)}::text[]`;

const present = (record: QuickMessageRecord): QuickMessageView => ({
  ...record,
  isMedia: record.media !== null,
  ...attachedFile(record.media),
});

/** Loads rows of the company; the caller knows which of them may be shown to whom. */
export async function loadViews(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<QuickMessageView[]> {
  const rows = await tx<QuickMessageRecord[]>`
    ${allViews(tx, companyId)} and q.id = any (${ids as string[]}::bigint[])`;
  return rows.map(present);
}

/** If the actor may see it. */
export async function find(tx: Tx, actor: Actor, id: number): Promise<QuickMessageView | undefined> {
  const [row] = await tx<QuickMessageRecord[]>`${views(tx, actor)} and q.id = ${id}`;
  return row && present(row);
}

/** Locks it: no one else changes it until the end of the transaction. */
export async function lock(tx: Tx, actor: Actor, id: number): Promise<QuickMessageView | undefined> {
  await tx`select from quick_messages where company_id = ${actor.companyId} and id = ${id} for update`;
  return find(tx, actor, id);
}

interface Filter {
  searchParam?: string | undefined;
  /** Leaves out those that are switched off. */
  onlyOffered?: boolean;
}

/** Those that the actor sees, by shortcode. */
export async function list(
  tx: Tx,
  actor: Actor,
  { searchParam, onlyOffered }: Filter,
  page: { offset: number; limit: number },
): Promise<QuickMessageView[]> {
  const rows = await tx<QuickMessageRecord[]>`
    ${views(tx, actor)}
      ${searchParam ? tx`and plain('/' || q.shortcode || ' ' || q.message) like ${containing(tx, searchParam)}` : tx``}
      ${onlyOffered ? tx`and q.status` : tx``}
    order by lower(q.shortcode), q.id offset ${page.offset} limit ${page.limit}`;
  return rows.map(present);
}

/** Each with how often it was used, and when last. */
export async function withUses(
  tx: Tx,
  companyId: number,
  shown: readonly QuickMessageView[],
): Promise<ListedQuickMessage[]> {
  const rows = await tx<{ quickMessageId: number; uses: number; lastUsedAt: Date }[]>`
    select quick_message_id, uses, last_used_at from quick_message_usage
    where company_id = ${companyId} and quick_message_id = any (${shown.map(({ id }) => id)}::bigint[])`;
  const used = new Map(rows.map((row) => [row.quickMessageId, row]));
  return shown.map((quick) => {
    const own = used.get(quick.id);
    return { ...quick, uses: own?.uses ?? 0, lastUsedAt: own?.lastUsedAt.toISOString() ?? null };
  });
}

export async function countUse(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`
    insert into quick_message_usage as u (company_id, quick_message_id, uses, last_used_at)
    values (${companyId}, ${id}, 1, now())
    on conflict (company_id, quick_message_id) do update set uses = u.uses + 1, last_used_at = excluded.last_used_at`;
}

/** One after the other until the end of the transaction, so that two cannot take one shortcode at once. */
export async function lockShortcodes(tx: Tx, companyId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(4230, ${companyId % 2_147_483_647}::int)`;
}

/**
 * Whether somebody would see two of this shortcode. One for everybody meets those of everybody, one's own the author's
 * and those for everybody. @param except the quick message itself
 */
export async function isTaken(
  tx: Tx,
  companyId: number,
  {
    shortcode,
    geral,
    userId,
    except,
  }: { shortcode: string; geral: boolean; userId: number | null; except: number },
): Promise<boolean> {
  const rows = await tx`
    select from quick_messages
    where company_id = ${companyId} and lower(shortcode) = lower(${shortcode}) and id <> ${except}
      ${geral ? tx`` : tx`and (geral or user_id = ${userId})`}
    limit 1`;
  return rows.count > 0;
}

export type QuickMessageFields = Pick<QuickMessageRow, 'shortcode'> &
  Change<Pick<QuickMessageRow, 'message' | 'geral' | 'status' | 'queueId'> & { mediaId: string | null }>;

export async function insert(tx: Tx, actor: Actor, fields: QuickMessageFields): Promise<number> {
  const { companyId, userId } = actor;
  return insertInto(tx, 'quick_messages', { companyId, userId, ...fields });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<QuickMessageFields>,
): Promise<void> {
  await updateIn<QuickMessageFields>(tx, 'quick_messages', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from quick_messages where company_id = ${companyId} and id = ${id}`;
}
