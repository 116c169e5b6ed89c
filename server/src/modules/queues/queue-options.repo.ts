import type { QueueOption } from '@balcao/shared/features/queues/options.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { attachedFile, carriedMedia } from '../media/media.presenter.ts';

type OneOption = QueueOption['children'][number];
type OptionRecord = Omit<OneOption, 'mediaPath' | 'mediaName'>;

const columns = (tx: Tx) => tx`
  o.id, o.queue_id, o.parent_id, o.title, o.message, o.option, o.action, o.forward_queue_id, ${carriedMedia(tx, 'o')}`;

const present = ({ media, ...row }: OptionRecord): OneOption => ({ ...row, ...attachedFile(media) });

const below = (options: readonly OneOption[], { id }: OneOption): QueueOption['children'] =>
  options.filter(({ parentId }) => parentId === id);

export async function find(tx: Tx, companyId: number, id: number): Promise<QueueOption | undefined> {
  const rows = await tx<OptionRecord[]>`
    select ${columns(tx)} from queue_options it
    join queue_options o on o.company_id = it.company_id and o.queue_id = it.queue_id
      and (o.id = it.id or o.parent_id = it.id)
    where it.company_id = ${companyId} and it.id = ${id} order by o.option`;
  const options = rows.map(present);
  const found = options.find((option) => option.id === id);
  return found && { ...found, children: below(options, found) };
}

/** One level; without `parentId` all levels, each in its order. */
export async function list(
  tx: Tx,
  companyId: number,
  queueId: number,
  parentId?: number | null,
): Promise<QueueOption[]> {
  // All of them, because the level below shows too: a menu ends somewhere.
  const rows = await tx<OptionRecord[]>`
    select ${columns(tx)} from queue_options o
    where o.company_id = ${companyId} and o.queue_id = ${queueId}
    order by o.parent_id nulls first, o.option`;
  const options = rows.map(present);
  const wanted = parentId === undefined ? options : options.filter((option) => option.parentId === parentId);
  return wanted.map((option) => ({ ...option, children: below(options, option) }));
}

export async function count(tx: Tx, companyId: number, queueId: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from queue_options where company_id = ${companyId} and queue_id = ${queueId}`;
  return row?.count ?? 0;
}

export type OptionChange = Change<
  Pick<QueueOption, 'title' | 'message' | 'action' | 'forwardQueueId'> & { mediaId: string | null }
>;
export type NewOption = Pick<QueueOption, 'queueId' | 'parentId' | 'title' | 'option'> & OptionChange;

export async function insert(tx: Tx, companyId: number, option: NewOption): Promise<number> {
  return insertInto(tx, 'queue_options', { companyId, ...option });
}

export async function update(tx: Tx, companyId: number, id: number, change: OptionChange): Promise<void> {
  await updateIn<OptionChange>(tx, 'queue_options', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from queue_options where company_id = ${companyId} and id = ${id}`;
}

/** Numbers them 1, 2, 3 … in this order. */
export async function number(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await tx`
    update queue_options o set option = place.option
    from unnest(${[...ids]}::bigint[]) with ordinality as place (id, option)
    where o.company_id = ${companyId} and o.id = place.id and o.option <> place.option`;
}
