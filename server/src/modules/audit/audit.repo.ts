import type { AuditEntity, AuditEntry } from '@balcao/shared/audit-log.ts';
import type { Tx } from '../../platform/db/client.ts';
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

export interface AuditFilter {
  /** Part of the person's or the object's name, whatever its accents. */
  searchParam?: string | undefined;
  userId?: number | undefined;
  entity?: AuditEntity | undefined;
  /** Days in the company's timezone, YYYY-MM-DD, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export type AuditRow = Omit<AuditEntry, 'at'> & { at: Date };

/** The newest first. The page is cut from an index before anything is read. */
export async function list(
  tx: Tx,
  companyId: number,
  filter: AuditFilter,
  page: { offset: number; limit: number },
): Promise<AuditRow[]> {
  const query = filter.searchParam ? found(tx, companyId, filter, page) : cut(tx, companyId, filter, page);
  const ids = (await tx<{ id: number }[]>`${query}`).map(({ id }) => id);
  return tx<AuditRow[]>`
    select a.id, a.at, u.id as user_id, a.user_name, a.action, a.entity, a.entity_id, a.entity_name, a.changes
    from audit_log a left join users u on u.company_id = a.company_id and u.id = a.user_id
    where a.company_id = ${companyId} and a.id = any (${ids}::bigint[])
    order by a.at desc, a.id desc`;
}

interface Page {
  offset: number;
  limit: number;
}

const cut = (tx: Tx, companyId: number, { userId, entity, from, to }: AuditFilter, page: Page) => tx`
  select id from audit_log
  where company_id = ${companyId}
    ${userId ? tx`and user_id = ${userId}` : tx``}
    ${entity ? tx`and entity = ${entity}` : tx``}
    ${from ? tx`and at >= ${midnight(tx, companyId, from, 0)}` : tx``}
    ${to ? tx`and at < ${midnight(tx, companyId, to, 1)}` : tx``}
  order by at desc, id desc offset ${page.offset} limit ${page.limit}`;

const found = (tx: Tx, companyId: number, filter: AuditFilter, page: Page) => tx`
  select find_audit(${containing(tx, filter.searchParam ?? '')}, ${filter.userId ?? null}::bigint,
    ${filter.entity ?? null}, ${filter.from ? midnight(tx, companyId, filter.from, 0) : null},
    ${filter.to ? midnight(tx, companyId, filter.to, 1) : null}, ${page.offset}::int, ${page.limit}::int) as id`;

/** The first instant of the day, or of one that many days later. */
const midnight = (tx: Tx, companyId: number, day: string, later: number) => tx`
  ((${day}::date + ${later}::int)::timestamp at time zone
    (select timezone from companies where id = ${companyId}))`;
