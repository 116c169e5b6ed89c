import type { DeadlinePolicyFields } from '@balcao/shared/features/deadlines/calls.ts';
import type { Tx } from '../../platform/db/client.ts';

export interface PolicyRecord {
  id: number;
  name: string;
  active: boolean;
  position: number;
  firstAnswerMinutes: number | null;
  nextAnswerMinutes: number | null;
  resolutionMinutes: number | null;
  businessHours: boolean;
  queueIds: number[];
  tagIds: number[];
  connectionIds: number[];
  contactField: string | null;
  contactValue: string | null;
  restingSince: Date | null;
}

const columns = (tx: Tx) => tx`
  id, name, active, position, first_answer_minutes, next_answer_minutes, resolution_minutes, business_hours, queue_ids,
  tag_ids, connection_ids, contact_field, contact_value, resting_since`;

export async function list(tx: Tx, companyId: number): Promise<PolicyRecord[]> {
  return tx<PolicyRecord[]>`
    select ${columns(tx)} from deadline_policies where company_id = ${companyId} order by position, id`;
}

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<PolicyRecord[]> {
  return tx<PolicyRecord[]>`
    select ${columns(tx)} from deadline_policies
    where company_id = ${companyId} and id = any (${ids as string[]}::bigint[])`;
}

export async function find(tx: Tx, companyId: number, id: number): Promise<PolicyRecord | undefined> {
  const [found] = await tx<PolicyRecord[]>`
    select ${columns(tx)} from deadline_policies where company_id = ${companyId} and id = ${id}`;
  return found;
}

/** Whoever changes any of them, or their order, waits for others who do. */
export async function lockAll(tx: Tx, companyId: number): Promise<void> {
  await tx`select from companies where id = ${companyId} for no key update`;
}

/** Behind all others. */
export async function insert(
  tx: Tx,
  companyId: number,
  fields: DeadlinePolicyFields,
  refs: readonly string[],
  at: Date,
): Promise<number> {
  const { targets, tickets } = fields;
  const [made] = await tx<{ id: number }[]>`
    insert into deadline_policies (company_id, name, active, position, first_answer_minutes, next_answer_minutes,
      resolution_minutes, business_hours, queue_ids, tag_ids, connection_ids, contact_field, contact_value, refs,
      counts_from)
    select ${companyId}, ${fields.name}, ${fields.active}, coalesce(max(position), 0) + 1, ${targets.firstAnswer}::int,
      ${targets.nextAnswer}::int, ${targets.resolution}::int, ${fields.businessHours}, ${tickets.queueIds}::bigint[],
      ${tickets.tagIds}::bigint[], ${tickets.connectionIds}::bigint[], ${tickets.contact?.field ?? null},
      ${tickets.contact?.value ?? null}, ${[...refs]}::text[], ${at}
    from deadline_policies where company_id = ${companyId}
    returning id`;
  if (!made) throw new Error('deadline policy not made');
  return made.id;
}

/** As a whole; it does not rest any more. Switched on it counts from then on. */
export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  fields: DeadlinePolicyFields,
  refs: readonly string[],
  at: Date,
): Promise<void> {
  const { targets, tickets } = fields;
  await tx`
    update deadline_policies set name = ${fields.name}, active = ${fields.active},
      first_answer_minutes = ${targets.firstAnswer}, next_answer_minutes = ${targets.nextAnswer},
      resolution_minutes = ${targets.resolution}, business_hours = ${fields.businessHours},
      queue_ids = ${tickets.queueIds}::bigint[], tag_ids = ${tickets.tagIds}::bigint[],
      connection_ids = ${tickets.connectionIds}::bigint[], contact_field = ${tickets.contact?.field ?? null},
      contact_value = ${tickets.contact?.value ?? null}, refs = ${[...refs]}::text[], resting_since = null,
      counts_from = case when ${fields.active} and (not active or resting_since is not null) then ${at}
        else counts_from end
    where company_id = ${companyId} and id = ${id}`;
}

export async function switchOff(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`update deadline_policies set active = false where company_id = ${companyId} and id = ${id}`;
}

/** Gives each the place that it has in the list. Those that keep theirs are not written. */
export async function place(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await tx`
    update deadline_policies p set position = wanted.place
    from unnest(${[...ids]}::bigint[]) with ordinality wanted (id, place)
    where p.company_id = ${companyId} and p.id = wanted.id and p.position is distinct from wanted.place`;
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from deadline_policies where company_id = ${companyId} and id = ${id}`;
}

export type ReferenceKind = 'queue' | 'tag' | 'connection';

/** How many of these are there; nobody deletes them until the end of the transaction. */
export async function countReferences(
  tx: Tx,
  companyId: number,
  kind: ReferenceKind,
  ids: readonly number[],
): Promise<number> {
  const found = await tx`
    select from ${tx(`${kind}s`)} where company_id = ${companyId} and id = any (${[...ids]}::bigint[])
      ${kind === 'connection' ? tx`and deleted_at is null` : tx``}
    order by id for key share`;
  return found.count;
}
