import type { AuditEntity, AuditEntry } from '@balcao/shared/audit-log.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';
import { containing } from '../../platform/db/search.ts';
import type { AuditRecord } from './audit-record.ts';

type Entry = Required<AuditRecord> & { entityId: string };

export async function insert(tx: Tx, { companyId, actor, changes, ...entry }: Entry): Promise<void> {
  const userId = actor?.userId ?? null;
  await tx`
    insert into audit_log (company_id, user_id, user_name, action, entity, entity_id, entity_name, changes)
    values (${companyId}, ${userId}, coalesce((
        select name from users where company_id = ${actor?.companyId ?? null} and id = ${userId}), ${actor?.program ?? ''}),
      ${entry.action}, ${entry.entity}, ${entry.entityId}, ${entry.entityName}, ${JSON.stringify(changes)}::jsonb)`;
}

/** The same of what counts once an hour: who, what and when. Consoles tell of it later, but not of what is to come. */
export async function insertReading(
  tx: Tx,
  { companyId, actor, action, entity, entityId, entityName }: AuditRecord,
  at: Date,
): Promise<void> {
  const userId = actor?.userId ?? null;
  const hour = at.toISOString().slice(0, 13);
  const once = JSON.stringify([userId ?? actor?.program ?? '', action, String(entityId), hour]);
  const known = () => tx`exists (select from audit_log where company_id = ${companyId} and once = ${once})`;
  const turn = await tx`select audit_turn(${companyId}) where not ${known()}`;
  if (turn.count === 0) return;
  await tx`
    insert into audit_log (company_id, at, user_id, user_name, action, entity, entity_id, entity_name, once)
    select ${companyId}, least(${at}::timestamptz, now()), ${userId}::bigint, coalesce((
        select name from users where company_id = ${actor?.companyId ?? null} and id = ${userId}), ${actor?.program ?? ''}),
      ${action}, ${entity}, ${String(entityId)}, ${entityName}, ${once}
    where not ${known()}`;
}

/** By what a conversation is known that somebody reads. */
export type Conversations =
  | { ticketId: number }
  | { ticketUuids: readonly string[] }
  | { messageId: string }
  /** Several may carry one file. */
  | { mediaId: string };

export interface Conversation {
  id: number;
  userId: number | null;
  queueId: number | null;
  name: string;
}

/** @param actor only those that they see */
export function listConversations(
  tx: Tx,
  companyId: number,
  which: Conversations,
  actor?: Actor,
): Promise<Conversation[]> {
  const ofMessages = (condition: ReturnType<Tx>) =>
    tx`t.id in (select ticket_id from messages where company_id = ${companyId} and ${condition})`;
  const is =
    'ticketId' in which
      ? tx`t.id = ${which.ticketId}`
      : 'ticketUuids' in which
        ? tx`t.uuid = any (${which.ticketUuids as string[]}::uuid[])`
        : 'messageId' in which
          ? ofMessages(tx`id = ${which.messageId}`)
          : ofMessages(tx`media_id = ${which.mediaId}`);
  return tx<Conversation[]>`
    select t.id, t.user_id, t.queue_id, c.name
    from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = ${companyId} and ${is}
      ${actor ? tx`and t.scopes && ${actorScopes(actor)}::text[]` : tx``}
    order by t.id`;
}

export interface AuditFilter {
  /** Part of the person's or the object's name, whatever its accents. */
  searchParam?: string | undefined;
  userId?: number | undefined;
  entity?: AuditEntity | undefined;
  onlyReading?: boolean | undefined;
  /** Days in the company's timezone, YYYY-MM-DD, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export type AuditRow = Omit<AuditEntry, 'at'> & { at: Date };

/** Where an entry stands in the log: its time to the microsecond, as the database writes it. */
export interface AuditPlace {
  at: string;
  id: number;
}

/** The newest first. The page is cut from an index before anything is read. */
export async function list(
  tx: Tx,
  companyId: number,
  filter: AuditFilter,
  page: Page<AuditPlace>,
): Promise<(AuditRow & { place: AuditPlace })[]> {
  const query = filter.searchParam ? found(tx, companyId, filter, page) : cut(tx, companyId, filter, page);
  const ids = (await tx<{ id: number }[]>`${query}`).map(({ id }) => id);
  return tx<(AuditRow & { place: AuditPlace })[]>`
    select a.id, a.at, json_build_object('at', a.at::text, 'id', a.id) as place, u.id as user_id, a.user_name, a.action, a.entity, a.entity_id, a.entity_name, a.changes
    from audit_log a left join users u on u.company_id = a.company_id and u.id = a.user_id
    where a.company_id = ${companyId} and a.id = any (${ids}::bigint[])
    order by a.at desc, a.id desc`;
}

const cut = (
  tx: Tx,
  companyId: number,
  { userId, entity, onlyReading, from, to }: AuditFilter,
  { offset, limit, after }: Page<AuditPlace>,
) => tx`
  select id from audit_log
  where company_id = ${companyId}
    ${userId ? tx`and user_id = ${userId}` : tx``}
    ${entity ? tx`and entity = ${entity}` : tx``}
    ${onlyReading ? tx`and action in ('search', 'open', 'download', 'secret', 'read')` : tx``}
    ${from ? tx`and at >= ${midnight(tx, companyId, from, 0)}` : tx``}
    ${to ? tx`and at < ${midnight(tx, companyId, to, 1)}` : tx``}
    ${after ? tx`and (at, id) < (${after.at}::text::timestamptz, ${after.id})` : tx``}
  order by at desc, id desc offset ${offset} limit ${limit}`;

const found = (tx: Tx, companyId: number, filter: AuditFilter, page: Page<AuditPlace>) => tx`
  select find_audit(${containing(tx, filter.searchParam ?? '')}, ${filter.userId ?? null}::bigint,
    ${filter.entity ?? null}, ${filter.onlyReading ?? false}, ${filter.from ? midnight(tx, companyId, filter.from, 0) : null},
    ${filter.to ? midnight(tx, companyId, filter.to, 1) : null}, ${page.after?.at ?? null}::text::timestamptz,
    ${page.after?.id ?? null}::bigint, ${page.offset}::int, ${page.limit}::int) as id`;

/** The first instant of the day, or of one that many days later. */
const midnight = (tx: Tx, companyId: number, day: string, later: number) => tx`
  ((${day}::date + ${later}::int)::timestamp at time zone
    (select timezone from companies where id = ${companyId}))`;

/** The newest entry since then that says of this object that something in it was `from`. */
export async function findChangeFrom(
  tx: Tx,
  companyId: number,
  { entity, entityId }: Pick<AuditRecord, 'entity'> & { entityId: string },
  from: string,
  since: Date,
): Promise<{ at: Date; userName: string } | undefined> {
  const [found] = await tx<{ at: Date; userName: string }[]>`
    select at, user_name from audit_log
    where company_id = ${companyId} and entity = ${entity} and at > ${since} and entity_id = ${entityId}
      and changes @> ${JSON.stringify([{ from }])}::text::jsonb
    order by at desc, id desc limit 1`;
  return found;
}

/** Takes the oldest entries of before that moment. @returns how many */
export async function forget(tx: Tx, companyId: number, before: string, most: number): Promise<number> {
  await tx`select audit_move_anchor(${companyId}, ${before}, ${most})`;
  const gone = await tx`
    delete from audit_log where company_id = ${companyId}
      and id <= (select anchor_id from audit_chains where company_id = ${companyId})`;
  return gone.count;
}

/** What an operator is told of a company's log. */
export interface Chain {
  companyId: number;
  name: string;
  entries: number;
  /** Of its oldest entry; null: it has none. */
  since: Date | null;
  /** Of its newest one: who has noted it down knows later whether all of the log was made anew. */
  seal: string;
}

export const listCompanies = (tx: Tx): Promise<{ companyId: number; name: string }[]> =>
  tx<{ companyId: number; name: string }[]>`select id as company_id, name from companies order by id`;

export async function chainOf(tx: Tx, companyId: number): Promise<Omit<Chain, 'companyId' | 'name'>> {
  const [chain] = await tx<Omit<Chain, 'companyId' | 'name'>[]>`
    select count(*)::int as entries, min(at) as since,
      coalesce((select encode(hash, 'hex') from audit_log where company_id = ${companyId} order by id desc limit 1), '') as seal
    from audit_log where company_id = ${companyId}`;
  return chain ?? { entries: 0, since: null, seal: '' };
}

/** The entry that does not fit into its chain: somebody has changed it, or one before it is gone or was slipped in. */
export interface Break {
  id: number;
  /** Null: the entry itself is gone. */
  at: Date | null;
  what: string;
}

export async function findBreak(tx: Tx, companyId: number): Promise<Break | undefined> {
  const [found] = await tx<Break[]>`
    select broken.id, a.at, concat_ws(' ', a.user_name, a.action, a.entity, a.entity_id) as what
    from (select audit_break(${companyId}) as id) broken
    left join audit_log a on a.company_id = ${companyId} and a.id = broken.id where broken.id is not null`;
  return found;
}

/** Whether an entry with this seal is, or was the last that went. */
export async function hasSeal(tx: Tx, companyId: number, seal: string): Promise<boolean> {
  const [found] = await tx<{ has: boolean }[]>`
    select exists (select from audit_log where company_id = ${companyId} and hash = decode(${seal}, 'hex'))
      or exists (select from audit_chains where company_id = ${companyId} and anchor_hash = decode(${seal}, 'hex')) as has`;
  return found?.has ?? false;
}

/** How a file of the log is written. */
export async function styleOf(tx: Tx, companyId: number): Promise<{ language: Language; timezone: string }> {
  const [company] = await tx<[{ language: Language; timezone: string }]>`
    select language, timezone from companies where id = ${companyId}`;
  return company;
}
