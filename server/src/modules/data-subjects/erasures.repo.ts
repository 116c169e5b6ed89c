import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Erasure } from '@balcao/shared/features/data-subjects/erasures.ts';
import type { Tx } from '../../platform/db/client.ts';

export type StoredErasure = Omit<Erasure, 'askedAt' | 'dueAt' | 'endedAt' | 'isOwn'> & {
  askedById: number | null;
  askedAt: Date;
  dueAt: Date | null;
  endedAt: Date | null;
};

const shown = (tx: Tx) => tx`
  select e.id, e.state, e.contact_id, e.number, coalesce(nullif(c.name, ''), nullif(c.number, ''), e.number) as name,
    e.asked_by as asked_by_id, e.asked_by_name as asked_by, e.asked_at, e.approved_by_name as approved_by, e.due_at,
    e.ended_at, e.counts
  from erasures e left join contacts c on c.company_id = e.company_id and c.id = e.contact_id`;

export const list = (
  tx: Tx,
  companyId: number,
  page: { offset: number; limit: number },
): Promise<StoredErasure[]> =>
  tx<StoredErasure[]>`
    ${shown(tx)} where e.company_id = ${companyId}
    order by e.asked_at desc, e.id desc offset ${page.offset} limit ${page.limit}`;

export async function find(tx: Tx, companyId: number, id: number): Promise<StoredErasure | undefined> {
  const [found] = await tx<StoredErasure[]>`${shown(tx)} where e.company_id = ${companyId} and e.id = ${id}`;
  return found;
}

/** Nobody else decides on it until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<StoredErasure | undefined> {
  await tx`select from erasures where company_id = ${companyId} and id = ${id} for update`;
  return find(tx, companyId, id);
}

/** The one of any of these that has not begun. */
export async function findOpen(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  numbers: readonly string[],
): Promise<StoredErasure | undefined> {
  const [found] = await tx<StoredErasure[]>`
    ${shown(tx)} where e.company_id = ${companyId} and e.id in (
      select id from erasures
      where company_id = ${companyId} and contact_id = any (${ids as number[]}::bigint[])
      union all
      select id from erasures
      where company_id = ${companyId} and number = any (${numbers as string[]}::text[])) limit 1`;
  return found;
}

/** @returns its id; undefined when somebody has been faster */
export async function insert(
  tx: Tx,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  whom: { contactId: number | null; number: string | null },
  dueAt: Date | null,
): Promise<number | undefined> {
  const [added] = await tx<{ id: number }[]>`
    insert into erasures (company_id, contact_id, number, state, asked_by, asked_by_name, due_at)
    values (${companyId}, ${whom.contactId}, ${whom.number}, ${dueAt ? 'due' : 'asked'}, ${userId}, coalesce((
      select name from users where company_id = ${companyId} and id = ${userId}), ''), ${dueAt})
    on conflict do nothing returning id`;
  return added?.id;
}

export async function approve(
  tx: Tx,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  id: number,
  dueAt: Date,
): Promise<void> {
  await tx`
    update erasures set state = 'due', due_at = ${dueAt}, approved_by_name = coalesce((
      select name from users where company_id = ${companyId} and id = ${userId}), '')
    where company_id = ${companyId} and id = ${id}`;
}

/** One that is done again, which nobody has asked for here. @returns its id, also when it has begun already */
export async function insertAgain(tx: Tx, companyId: number, at: Date): Promise<number> {
  const [known] = await tx<{ id: number }[]>`
    select id from erasures where company_id = ${companyId} and began_at = ${at} and state = 'running'`;
  if (known) return known.id;
  const [added] = await tx<{ id: number }[]>`
    insert into erasures (company_id, state, asked_at) values (${companyId}, 'due', ${at}) returning id`;
  if (!added) throw new Error('unreachable');
  return added.id;
}

export async function withdraw(tx: Tx, companyId: number, id: number, at: Date): Promise<void> {
  await tx`
    update erasures set state = 'withdrawn', contact_id = null, number = null, marks = null, ended_at = ${at}
    where company_id = ${companyId} and id = ${id}`;
  await tx`delete from erasure_targets where company_id = ${companyId} and erasure_id = ${id}`;
}

export interface DueErasure {
  companyId: number;
  id: number;
}

/** The one that began at this moment, and has not ended. */
export async function findRunning(tx: Tx, companyId: number, at: Date): Promise<DueErasure | undefined> {
  const [found] = await tx<DueErasure[]>`
    select company_id, id from erasures where company_id = ${companyId} and state = 'running' and began_at = ${at}`;
  return found;
}

/** Those that have begun, and those whose day is over and that nothing holds. */
export const listDue = (tx: Tx, now: Date, limit: number): Promise<DueErasure[]> =>
  tx<DueErasure[]>`
    (select company_id, id from erasures where state = 'running' order by began_at limit ${limit})
    union all
    (select e.company_id, e.id from erasures e where e.state = 'due' and e.due_at <= ${now}
      order by e.due_at limit ${limit})
    limit ${limit}`;
