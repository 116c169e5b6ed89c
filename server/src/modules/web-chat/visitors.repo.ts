import type { Tx } from '../../platform/db/client.ts';
import type { VisitorNotice } from '../../platform/realtime/visitor-notices.ts';
import type { ChatPlace } from './chat-keys.ts';

/** A moment of the feed. */
export interface FeedMoment {
  epoch: string;
  floor: number;
  head: number;
}

export async function moment(tx: Tx, companyId: number): Promise<FeedMoment> {
  const [row] = await tx<FeedMoment[]>`
    select epoch, floor, greatest(floor, (select max(seq) from change_log where company_id = s.company_id)) as head
    from sync_state s where company_id = ${companyId}`;
  if (!row) throw new Error('a company without a feed');
  return row;
}

/** The contacts that have these names, by name. */
export async function contactsNamed(
  tx: Tx,
  companyId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx<{ value: string; contactId: number }[]>`
    select value, contact_id from contact_identities
    where company_id = ${companyId} and kind = 'web' and value = any (${names as string[]})`;
  return new Map(rows.map(({ value, contactId }) => [value, contactId]));
}

/** Messages that have changed since, each with the contacts whose conversation it is in or was. */
interface Change {
  seq: number;
  messageId: string;
  contactIds: number[];
}

/**
 * In whole transactions: at most `most` changes, unless a single transaction has more.
 *
 * @returns `to`: all up to there is told; null: all that this snapshot has
 */
export async function changesSince(
  tx: Tx,
  companyId: number,
  seq: number,
  most: number,
): Promise<{ changes: Change[]; to: number | null }> {
  const rows = await tx<LogRow[]>`
    select seq, row_id, scopes from change_log
    where company_id = ${companyId} and seq > ${seq} and entity = 'message'
    order by seq limit ${most + 1}`;
  if (rows.length <= most) return { changes: rows.map(changeOf), to: null };
  const cut = rows.at(-1)?.seq ?? seq;
  const whole = rows.filter((row) => row.seq < cut);
  if (whole.length > 0) return { changes: whole.map(changeOf), to: cut - 1 };
  const single = await tx<LogRow[]>`
    select seq, row_id, scopes from change_log
    where company_id = ${companyId} and seq = ${cut} and entity = 'message'`;
  return { changes: single.map(changeOf), to: cut };
}

interface LogRow {
  seq: number;
  rowId: string;
  scopes: string[];
}

const changeOf = ({ seq, rowId, scopes }: LogRow): Change => ({
  seq,
  messageId: rowId,
  contactIds: scopes.flatMap((scope) => (scope.startsWith('k:') ? Number(scope.slice(2)) : [])),
});

/** The conversation under way, which typing makes none of. */
export async function openTicket(
  tx: Tx,
  companyId: number,
  connectionId: number,
  contactId: number,
): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    select id from tickets
    where company_id = ${companyId} and contact_id = ${contactId} and connection_id = ${connectionId}
      and status <> 'closed' limit 1`;
  return row?.id;
}

/** Those of these ids that are messages of ours to a contact: nobody tells of others. */
export async function ownIds(
  tx: Tx,
  { companyId, connectionId }: ChatPlace,
  contactId: number,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx<{ waId: string }[]>`
    select wa_id from messages
    where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = any (${ids as string[]})
      and contact_id = ${contactId} and from_me`;
  return rows.map(({ waId }) => waId);
}

type NoticedFile = NonNullable<Extract<VisitorNotice, { kind: 'message' }>['file']>;

/** A file that a visitor has brought. */
export async function findFile(tx: Tx, companyId: number, mediaId: string): Promise<NoticedFile | undefined> {
  const [row] = await tx<NoticedFile[]>`
    select path, mime, name, size, width, height, seconds, voice from media
    where company_id = ${companyId} and id = ${mediaId} and state = 'stored' and path is not null
      and uploaded_by is null`;
  return row;
}
