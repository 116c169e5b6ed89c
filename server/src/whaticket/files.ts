import { constants, createReadStream } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { AppError } from '@balcao/shared/errors.ts';
import { isDeniedFile } from '@balcao/shared/features/media/file-rules.ts';
import type { Database } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type ArrivedFile, type ExpectedFile, nextFiles, settleFile } from './files.repo.ts';
import { decoded, fileNameOf } from './message-content.ts';
import { note, type Of } from './origins.repo.ts';

/** The folder with that program's files, and what keeps ours. */
export interface Files {
  folder: string;
  db: Database;
  storage: Storage;
  /** Bytes of one file. */
  limit: number;
}

const AT_ONCE = 200;

/**
 * Brings the bytes of what came without: a file for each transaction, so that whatever stops it, the next run goes on.
 *
 * @param origin the company's id there
 * @returns how many came
 */
export async function bringFiles(files: Files, of: Of, origin: string | null): Promise<number> {
  const root = await realpath(files.folder);
  let [brought, after] = [0, '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const batch = await files.db.withCompany(of.companyId, (tx) => nextFiles(tx, of, after, AT_ONCE));
    const last = batch.at(-1);
    if (!last) return brought;
    for (const expected of batch) {
      const path = await locate(root, expected, origin);
      if (path && (await bring(files, of, expected, path))) brought += 1;
    }
    after = last.mediaId;
  }
}

async function bring(files: Files, of: Of, expected: ExpectedFile, path: string): Promise<boolean> {
  const { db, storage, limit } = files;
  const { companyId } = of;
  const name = fileNameOf(expected.place);
  const refuse = async (what: string) => {
    const origin = expected.mediaId;
    await db.withCompany(companyId, (tx) =>
      note(tx, of, [{ kind: 'file', origin, what, detail: expected.place }]),
    );
    return false;
  };
  try {
    const file = await storage.put(companyId, createReadStream(path), { limit });
    if (file.size === 0 || isDeniedFile({ mime: file.mime, name })) {
      await file.discard();
      return await refuse(file.size === 0 ? 'empty' : 'denied');
    }
    const { size, sha256, width, height } = file;
    let isShown = false;
    await file.settle(async (kept) => {
      const row: ArrivedFile = {
        path: kept,
        mime: file.mime ?? 'application/octet-stream',
        name,
        size,
        sha256,
        width,
        height,
      };
      isShown = await db.withCompany(companyId, (tx) => settleFile(tx, companyId, expected, row));
      return isShown;
    });
    return isShown;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_BODY_TOO_LARGE') return refuse('tooLarge');
    // One file that this user may not read holds up no other.
    if (await isUnreadable(path)) return refuse('unreadable');
    throw error;
  }
}

const isUnreadable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => false,
    () => true,
  );

/** Where each line keeps what it carries, and where it may lie since a server went from one line to another. */
const FOLDERS: Record<ExpectedFile['carrier'], readonly string[]> = {
  messages: [''],
  queues: [''],
  queue_options: [''],
  quick_messages: ['quickMessage', 'quick', ''],
  schedules: [''],
  campaigns: [''],
};

/** A file of the folder that this place means; null when there is none. Nothing outside of the folder is ever one. */
async function locate(
  root: string,
  { carrier, place }: Pick<ExpectedFile, 'carrier' | 'place'>,
  origin: string | null,
): Promise<string | null> {
  if (/^https?:/i.test(place) || place.includes('\0')) return null;
  const below = place.replace(/^\/?(public\/)?/, '');
  for (const folder of [origin === null ? '' : `company${origin}`, ''])
    for (const part of FOLDERS[carrier])
      for (const name of spellings(below)) {
        const found = await inside(root, join(folder, part, name));
        if (found && !isOfAnother(root, found, origin)) return found;
      }
  return null;
}

/** Each company there has a folder of its own, whatever a row of another one says. */
function isOfAnother(root: string, path: string, origin: string | null): boolean {
  const [, owner] = /^company(\d+)$/.exec(relative(root, path).split(sep)[0] ?? '') ?? [];
  return origin !== null && owner !== undefined && owner !== origin;
}

/** Voice notes lie there in two forms, and accents in two spellings. */
function spellings(place: string): string[] {
  const twin = /\.ogg$/i.test(place) ? place.replace(/\.ogg$/i, '.mp3') : place.replace(/\.mp3$/i, '.ogg');
  const names = [place, decoded(place), twin];
  return [...new Set(names.flatMap((name) => [name, name.normalize('NFC'), name.normalize('NFD')]))];
}

async function inside(root: string, below: string): Promise<string | null> {
  if (below.split(/[/\\]/).includes('..')) return null;
  try {
    const path = await realpath(resolve(root, below));
    return path.startsWith(root + sep) && (await stat(path)).isFile() ? path : null;
  } catch {
    return null;
  }
}
