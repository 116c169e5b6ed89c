import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { QueueView } from '@balcao/shared/features/queues/calls.ts';
import { type BusinessHours, DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { attachedFile, carriedMedia } from '../media/media.presenter.ts';

type QueueRecord = Omit<QueueView, 'schedules' | 'mediaPath' | 'mediaName'> & {
  schedules: BusinessHours | null;
  media: MediaView | null;
};

const columns = (tx: Tx) => tx`
  q.id, q.name, q.color, q.order_queue, q.wait_warn_minutes, q.wait_late_minutes, q.greeting_message,
  q.completion_message, q.out_of_hours_message, q.rating_message, q.token, q.integration_id, q.prompt_id, q.second_copy,
  q.assignment, q.assignment_known_days, q.overflow_queue_id, q.overflow_minutes,
  q.overflow_business_hours, q.schedules, ${carriedMedia(tx, 'q')},
  array(select l.connection_id from connection_queues l
    where l.company_id = q.company_id and l.queue_id = q.id order by l.connection_id) as connection_ids`;

const present = ({ media, schedules, ...row }: QueueRecord): QueueView => ({
  ...row,
  schedules: schedules ?? DEFAULT_BUSINESS_HOURS,
  ...attachedFile(media),
});

export async function find(tx: Tx, companyId: number, id: number): Promise<QueueView | undefined> {
  const [row] = await tx<QueueRecord[]>`
    select ${columns(tx)} from queues q where q.company_id = ${companyId} and q.id = ${id}`;
  return row && present(row);
}

export async function loadViews(tx: Tx, companyId: number, ids: readonly string[]): Promise<QueueView[]> {
  const rows = await tx<QueueRecord[]>`
    select ${columns(tx)} from queues q
    where q.company_id = ${companyId} and q.id = any (${ids as string[]}::bigint[])`;
  return rows.map(present);
}

/** Locks it: no one else changes it until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<QueueView | undefined> {
  await tx`select from queues where company_id = ${companyId} and id = ${id} for update`;
  return find(tx, companyId, id);
}

/** Lists queues in the order of their menu. A plan says how many there may be. */
export async function list(tx: Tx, companyId: number): Promise<QueueView[]> {
  const rows = await tx<QueueRecord[]>`
    select ${columns(tx)} from queues q where q.company_id = ${companyId} order by q.order_queue, q.id`;
  return rows.map(present);
}

type Written = Omit<QueueView, 'id' | 'connectionIds' | 'media' | 'mediaPath' | 'mediaName'> & {
  mediaId: string | null;
};
export type QueueFields = Pick<Written, 'name' | 'color'> & Change<Written>;

export async function insert(tx: Tx, companyId: number, fields: QueueFields): Promise<number> {
  return insertInto(tx, 'queues', { companyId, ...fields });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<QueueFields>,
): Promise<void> {
  await updateIn<QueueFields>(tx, 'queues', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from queues where company_id = ${companyId} and id = ${id}`;
}

/** Whether it has more tickets than these. */
export async function hasMoreTickets(tx: Tx, companyId: number, id: number, limit: number): Promise<boolean> {
  const rows = await tx`
    select from tickets where company_id = ${companyId} and queue_id = ${id} offset ${limit} limit 1`;
  return rows.count > 0;
}
