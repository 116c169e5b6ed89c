import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { isDeniedFile } from '@balcao/shared/features/media/file-rules.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { NewFile, Storage } from '../../platform/storage/storage.ts';
import { UNKNOWN_MIME } from './media.headers.ts';
import { presentMedia } from './media.presenter.ts';
import * as repo from './media.repo.ts';
import type { MediaUsage } from './media.usage.ts';

/** What the console knows of a voice note that it has recorded. */
interface Recording {
  voice: boolean;
  /** Whole seconds. */
  seconds: number | null;
  waveform: string | null;
}

/** A file that was chosen, not spoken. */
export const CHOSEN: Recording = { voice: false, seconds: null, waveform: null };

export interface Upload {
  id: string;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  recording: Recording;
  /** Hash of the whole file, when the sender says it. */
  sha256: Buffer | null;
  /** The part of the file that comes; null: all of it. */
  range: UploadRange | null;
}

export interface UploadRange {
  start: number;
  /** The first byte that is not in it. */
  end: number;
  /** The size of the whole file. */
  total: number;
}

/** Who brings a file. */
interface Owner {
  companyId: number;
  /** null: a program */
  userId: number | null;
}

/** A file that has come to its end. */
type WholeFile = Omit<Upload, 'range' | 'bytes'> & { bytes: AsyncIterable<Uint8Array> | Uint8Array };

/** Whole files and their rows: what is there under an id, and how a file comes to be there. */
export interface MediaKeeper {
  /** What is stored under an id for somebody who is going to use it. ERR_IDEMPOTENCY_KEY_REUSED. */
  wanted(actor: Actor, id: string): Promise<MediaView | null>;
  /** Keeps a whole file; a second one under its id changes nothing. */
  store(owner: Owner, file: WholeFile): Promise<NewFile>;
  /** Does the same for a person. @param exact only this one, whatever is stored under the id */
  keep(actor: Actor, upload: Omit<Upload, 'range'>, exact?: boolean): Promise<MediaView>;
}

/** @param limit bytes of one file */
export function createMediaKeeper(deps: {
  db: Database;
  storage: Storage;
  limit: number;
  usage: MediaUsage;
}): MediaKeeper {
  const { db, storage, limit, usage } = deps;

  /**
   * The actor's own file, or one that a quick message or a file list offers them, for which they need bring nothing.
   *
   * @param brought nothing else may be stored under the id
   */
  async function stored(
    actor: Actor,
    id: string,
    brought?: { name: string; sha256: Buffer },
  ): Promise<MediaView | null> {
    const { companyId } = actor;
    const [row, isTheirs] = await db.readCompany(companyId, async (tx) => [
      await repo.find(tx, companyId, id),
      (await repo.findSendable(tx, actor, id)) !== undefined,
    ]);
    if (!row) return null;
    const isIt = !brought || (row.sha256?.equals(brought.sha256) && row.name === brought.name);
    if (!isTheirs || !isIt) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
    return presentMedia(row);
  }

  async function wanted(actor: Actor, id: string): Promise<MediaView | null> {
    const view = await stored(actor, id);
    if (view) await db.withCompany(actor.companyId, (tx) => repo.awaitCarrier(tx, actor.companyId, id));
    return view;
  }

  async function store(
    owner: Owner,
    { id, name, bytes, sha256: said, recording }: WholeFile,
  ): Promise<NewFile> {
    const { companyId } = owner;
    const file = await storage.put(companyId, bytes, { limit });
    const problem = refusal(file, name, said);
    if (problem) {
      await file.discard();
      throw new AppError(problem);
    }
    const { size, sha256, width, height } = file;
    const mime = recording.voice ? heardMime(file.mime) : file.mime;
    crashAt('upload.stored');
    await file.settle(async (path) => {
      const row = { id, name, path, size, sha256, mime: mime ?? UNKNOWN_MIME, width, height, ...recording };
      const isFirst = await db.withCompany(companyId, async (tx) => {
        const added = await repo.insertStored(tx, owner, row);
        if (added) await repo.awaitCarrier(tx, companyId, id);
        return added;
      });
      if (isFirst) usage.add(companyId, size);
      crashAt('upload.recorded');
      return isFirst;
    });
    return { ...file, mime };
  }

  async function keep(actor: Actor, upload: Omit<Upload, 'range'>, exact = false): Promise<MediaView> {
    const { id, name } = upload;
    const { sha256 } = await store(actor, upload);
    // Two uploads of one id at the same time: the first one counts.
    const view = await stored(actor, id, exact ? { name, sha256 } : undefined);
    if (!view) throw new AppError('ERR_NO_MEDIA_FOUND');
    return view;
  }

  return { wanted, store, keep };
}

/** Browsers put speech into the same wrapping as films, and its signature tells of films alone. */
const heardMime = (mime: string | null) => mime?.replace(/^video\/(webm|mp4)$/, 'audio/$1') ?? null;

/** Why a file that has come is not kept. */
function refusal(file: NewFile, name: string, said: Buffer | null): ErrorCode | null {
  if (file.size === 0) return 'ERR_VALIDATION';
  if (said && !file.sha256.equals(said)) return 'ERR_MEDIA_CORRUPT';
  return isDeniedFile({ mime: file.mime, name }) ? 'ERR_UNSUPPORTED_MEDIA_TYPE' : null;
}
