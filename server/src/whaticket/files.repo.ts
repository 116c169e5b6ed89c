import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import type { Of } from './origins.repo.ts';

/** The tables of what has files. */
type Carrier = 'messages' | 'queues' | 'queue_options' | 'quick_messages' | 'schedules' | 'campaigns';

/** A file that something there carried, whose bytes lie in that program's folder. */
export interface ExpectedFile {
  mediaId: string;
  carrier: Carrier;
  carrierId: string;
  /** What the database there says of its place. */
  place: string;
}

const PLACE_CHARS = 1_000;

export async function expectFiles(
  tx: Tx,
  { source, companyId }: Of,
  files: readonly ExpectedFile[],
): Promise<void> {
  const rows = files.map((file) => ({ companyId, source, ...file, place: file.place.slice(0, PLACE_CHARS) }));
  await insertAll(tx, 'import_files', rows, tx`on conflict do nothing`);
}

/** The same of one thing, when it carried any. */
export async function expectFile(
  tx: Tx,
  of: Of,
  { place, ...carried }: Omit<ExpectedFile, 'mediaId' | 'place'> & { place: string | null | undefined },
): Promise<void> {
  if (place) await expectFiles(tx, of, [{ ...carried, place, mediaId: crypto.randomUUID() }]);
}

export function nextFiles(
  tx: Tx,
  { source, companyId }: Of,
  after: string,
  most: number,
): Promise<ExpectedFile[]> {
  return tx<ExpectedFile[]>`
    select media_id, carrier, carrier_id, place from import_files
    where company_id = ${companyId} and source = ${source} and media_id > ${after}
    order by media_id limit ${most}`;
}

export async function countFiles(tx: Tx, { source, companyId }: Of): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from import_files where company_id = ${companyId} and source = ${source}`;
  return row?.count ?? 0;
}

export interface ArrivedFile {
  path: string;
  mime: string;
  name: string;
  size: number;
  sha256: Buffer;
  width: number | null;
  height: number | null;
}

/** Gives it to what carries it. @returns false when that is gone: nobody needs the file */
export async function settleFile(
  tx: Tx,
  companyId: number,
  { mediaId, carrier, carrierId }: ExpectedFile,
  file: ArrivedFile,
): Promise<boolean> {
  await tx`delete from import_files where company_id = ${companyId} and media_id = ${mediaId}`;
  const stored = { ...file, state: 'stored' };
  if (carrier === 'messages') {
    const shown = await tx`
      update media set ${tx(stored as never)} where company_id = ${companyId} and id = ${mediaId} and state <> 'stored'`;
    return shown.count === 1;
  }
  const idType = carrier === 'schedules' ? tx`uuid` : tx`bigint`;
  const [waits] = await tx`
    select from ${tx(carrier)}
    where company_id = ${companyId} and id = ${carrierId}::${idType} and media_id is null for update`;
  if (!waits) return false;
  await tx`insert into media ${tx({ companyId, id: mediaId, ...stored } as never)}`;
  await tx`
    update ${tx(carrier)} set media_id = ${mediaId} where company_id = ${companyId} and id = ${carrierId}::${idType}`;
  return true;
}
