import type { FileListView } from '@balcao/shared/features/file-lists/calls.ts';
import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';
import { carriedMedia } from '../media/media.presenter.ts';

const rows = (tx: Tx, companyId: number) => tx`
  select l.id, l.name, l.message, coalesce((
    select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'media', f.media) order by i.position)
    from file_list_items i cross join lateral (select ${carriedMedia(tx, 'i')}) f
    where i.company_id = l.company_id and i.file_list_id = l.id), '[]') as options
  from file_lists l where l.company_id = ${companyId}`;

export const present = ({ options, ...list }: FileListRow): FileListView => ({
  ...list,
  options: options.map(({ media, ...option }) => ({
    ...option,
    media,
    path: media ? `/media/${media.id}` : null,
    mediaType: media?.mime ?? null,
  })),
});

export async function find(tx: Tx, companyId: number, id: number): Promise<FileListView | undefined> {
  const [found] = await tx<FileListRow[]>`${rows(tx, companyId)} and l.id = ${id}`;
  return found && present(found);
}

/** Nobody else changes it until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<FileListView | undefined> {
  await tx`select from file_lists where company_id = ${companyId} and id = ${id} for update`;
  return find(tx, companyId, id);
}

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<FileListRow[]> {
  return tx<FileListRow[]>`${rows(tx, companyId)} and l.id = any (${ids as string[]}::bigint[])`;
}

/** By name. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
  page: { offset: number; limit: number },
): Promise<FileListView[]> {
  const matching = searchParam ? tx`and plain(l.name) like ${containing(tx, searchParam)}` : tx``;
  const found = await tx<FileListRow[]>`
    ${rows(tx, companyId)} ${matching} order by plain(l.name) offset ${page.offset} limit ${page.limit}`;
  return found.map(present);
}

export type ListFields = Pick<FileListRow, 'name' | 'message'>;

export async function insert(tx: Tx, companyId: number, fields: ListFields): Promise<number> {
  return insertInto(tx, 'file_lists', { companyId, ...fields });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<ListFields>,
): Promise<void> {
  await updateIn<ListFields>(tx, 'file_lists', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from file_lists where company_id = ${companyId} and id = ${id}`;
}

export interface Item {
  /** Null: a new one. */
  id: number | null;
  name: string;
  mediaId: string | null;
}

/** Its files are these from now on, in this order. */
export async function setItems(tx: Tx, companyId: number, listId: number, items: readonly Item[]) {
  const placed = items.map((item, index) => ({ ...item, position: index + 1 }));
  const kept = placed.filter((item) => item.id !== null);
  const added = placed.filter((item) => item.id === null);
  await tx`
    delete from file_list_items where company_id = ${companyId} and file_list_id = ${listId}
      and id <> all (${kept.map(({ id }) => id)}::bigint[])`;
  await tx`
    update file_list_items i set position = o.position, name = o.name, media_id = o.media_id
    from jsonb_to_recordset(${tx.json(columns(kept))}) as o (id bigint, position int, name text, media_id uuid)
    where i.company_id = ${companyId} and i.file_list_id = ${listId} and i.id = o.id
      and (i.position, i.name, i.media_id) is distinct from (o.position, o.name, o.media_id)`;
  await tx`
    insert into file_list_items (company_id, file_list_id, position, name, media_id)
    select ${companyId}, ${listId}, o.position, o.name, o.media_id
    from jsonb_to_recordset(${tx.json(columns(added))}) as o (position int, name text, media_id uuid)`;
}

const columns = (items: readonly (Item & { position: number })[]) =>
  items.map(({ id, position, name, mediaId }) => ({ id, position, name, media_id: mediaId }));
