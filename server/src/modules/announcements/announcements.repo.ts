import type { Priority } from '@balcao/shared/features/announcements/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';

/** A picture, as the announcement has it; all null without one. */
export interface Image {
  mediaCompanyId: number | null;
  mediaId: string | null;
  mediaName: string | null;
  imageName: string | null;
}

export interface AnnouncementRecord extends Image {
  id: number;
  title: string;
  text: string;
  priority: Priority;
  status: boolean;
  createdAt: Date;
  updatedAt: Date;
}

type Stored = Omit<AnnouncementRecord, 'id' | 'createdAt'>;

const records = (tx: Tx) => tx`
  select id, title, text, priority, status, media_company_id, media_id, media_name, image_name, created_at, updated_at
  from announcements`;

export async function find(tx: Tx, id: number): Promise<AnnouncementRecord | undefined> {
  const [found] = await tx<AnnouncementRecord[]>`${records(tx)} where id = ${id}`;
  return found;
}

/** Nobody else changes it until the end of the transaction. */
export async function lock(tx: Tx, id: number): Promise<AnnouncementRecord | undefined> {
  const [found] = await tx<AnnouncementRecord[]>`${records(tx)} where id = ${id} for update`;
  return found;
}

export async function loadActive(tx: Tx, ids: readonly string[]): Promise<AnnouncementRecord[]> {
  return tx<AnnouncementRecord[]>`${records(tx)} where status and id = any (${[...ids]}::bigint[])`;
}

interface Sought {
  searchParam: string | undefined;
  activeOnly: boolean;
}

const matching = (tx: Tx, { searchParam, activeOnly }: Sought) => tx`
  where ${activeOnly ? tx`status` : tx`true`} ${searchParam ? tx`and plain(title) like ${containing(tx, searchParam)}` : tx``}`;

/** The newest first. */
export async function list(tx: Tx, sought: Sought, { offset, limit }: Page): Promise<AnnouncementRecord[]> {
  return tx<AnnouncementRecord[]>`
    ${records(tx)} ${matching(tx, sought)} order by id desc offset ${offset} limit ${limit}`;
}

export async function count(tx: Tx, sought: Sought): Promise<number> {
  const [found] = await tx<{ count: number }[]>`
    select count(*)::int as count from announcements ${matching(tx, sought)}`;
  return found?.count ?? 0;
}

export const insert = (tx: Tx, fields: Change<Stored>): Promise<number> =>
  insertInto<Change<Stored>>(tx, 'announcements', fields);

export const update = (tx: Tx, id: number, change: Change<Stored>): Promise<void> =>
  updateIn<Stored>(tx, 'announcements', { id }, change);

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx`delete from announcements where id = ${id}`;
}

export interface StoredImage {
  path: string;
  mime: string;
  name: string;
  /** Bytes. */
  size: number;
}

export async function findImage(tx: Tx, imageName: string): Promise<StoredImage | undefined> {
  const [found] = await tx<StoredImage[]>`
    select f.path, f.mime, f.name, f.size from announcements a
    join media f on f.company_id = a.media_company_id and f.id = a.media_id
    where a.image_name = ${imageName} and f.state = 'stored'`;
  return found;
}
