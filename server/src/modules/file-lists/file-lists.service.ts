import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { FileListView, FileOption } from '@balcao/shared/features/file-lists/calls.ts';
import { MAX_LISTED_FILES } from '@balcao/shared/features/file-lists/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { assertAttachable } from '../media/media.service.ts';
import * as repo from './file-lists.repo.ts';

/** The file lists of a company. All that name one throw ERR_NO_FILE_LIST_FOUND. */

type Fields = repo.ListFields & { options?: readonly FileOption[] | undefined };

export async function get(tx: Tx, actor: Actor, id: number): Promise<FileListView> {
  return orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_FILE_LIST_FOUND');
}

/** Whoever asks. */
export const findFileList = repo.find;

/** ERR_FILE_LIST_NAME_TAKEN, ERR_NO_FILE_OPTION_FOUND, ERR_NO_MEDIA_FOUND. */
export async function create(
  tx: Tx,
  actor: Actor,
  { options = [], ...fields }: Fields,
): Promise<FileListView> {
  const { companyId } = actor;
  const id = await nameIsFree(repo.insert(tx, companyId, fields));
  await repo.setItems(tx, companyId, id, await itemsOf(tx, actor, [], options));
  const created = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, null, created);
  return created;
}

/** ERR_FILE_LIST_NAME_TAKEN, ERR_NO_FILE_OPTION_FOUND, ERR_NO_MEDIA_FOUND. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { options, ...change }: Change<Fields>,
): Promise<FileListView> {
  const { companyId } = actor;
  const before = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_FILE_LIST_FOUND');
  await nameIsFree(repo.update(tx, companyId, id, change));
  if (options) await repo.setItems(tx, companyId, id, await itemsOf(tx, actor, before.options, options));
  const after = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const fileList = orNotFound(await repo.lock(tx, actor.companyId, id), 'ERR_NO_FILE_LIST_FOUND');
  await repo.remove(tx, actor.companyId, id);
  await recordChange(tx, actor, AUDITED, fileList, null);
}

/** A file that has come for an option of a list. */
interface ArrivedFile {
  mediaId: string;
  /** Null: for a new one behind the others. */
  optionId: number | null;
  name: string | undefined;
}

/** ERR_NO_FILE_OPTION_FOUND, ERR_TOO_MANY_FILES. A file that the list has already changes nothing. */
export async function addFiles(
  tx: Tx,
  actor: Actor,
  id: number,
  files: readonly ArrivedFile[],
): Promise<FileListView> {
  const before = orNotFound(await repo.lock(tx, actor.companyId, id), 'ERR_NO_FILE_LIST_FOUND');
  const options: FileOption[] = before.options.map((option) => ({ id: option.id }));
  const arrived = files.filter(({ mediaId }) => before.options.every(({ media }) => media?.id !== mediaId));
  // The same call has been here.
  if (files.length > 0 && arrived.length === 0) return before;
  for (const { mediaId, optionId, name } of arrived) {
    if (optionId === null) {
      options.push({ name, mediaId });
      continue;
    }
    const option = orNotFound(
      options.find((one) => one.id === optionId),
      'ERR_NO_FILE_OPTION_FOUND',
    );
    Object.assign(option, { mediaId, ...(name === undefined ? {} : { name }) });
  }
  if (options.length > MAX_LISTED_FILES) throw new AppError('ERR_TOO_MANY_FILES');
  return update(tx, actor, id, { options });
}

/** What is not said of an option stays as it is. ERR_NO_FILE_OPTION_FOUND for one that the list has not, or had twice. */
async function itemsOf(
  tx: Tx,
  actor: Actor,
  before: FileListView['options'],
  wanted: readonly FileOption[],
): Promise<repo.Item[]> {
  const known = new Map(before.map((option) => [option.id, option]));
  const items: repo.Item[] = [];
  for (const { id = null, name, mediaId } of wanted) {
    const was = id === null ? undefined : orNotFound(known.get(id), 'ERR_NO_FILE_OPTION_FOUND');
    if (id !== null) known.delete(id);
    const had = was?.media?.id ?? null;
    const has = mediaId === undefined ? had : mediaId;
    if (has !== had) await assertAttachable(tx, actor, has);
    items.push({ id, name: name ?? was?.name ?? '', mediaId: has });
  }
  return items;
}

const AUDITED: Audited<FileListView> = {
  entity: 'fileList',
  name: ({ name }) => name,
  fields: ({ name, message, options }) => ({
    name,
    message,
    files: options.map((option) => option.name || option.media?.name || ''),
  }),
};

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'file_lists_name') ? new AppError('ERR_FILE_LIST_NAME_TAKEN') : error;
  }
}
