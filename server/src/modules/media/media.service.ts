import { AppError } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { MediaView } from '@balcao/shared/sync/entities.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { UNKNOWN_MIME } from './media.headers.ts';
import { presentMedia } from './media.presenter.ts';
import * as repo from './media.repo.ts';

/** What the console knows of a voice note that it has recorded. */
interface Recording {
  voice: boolean;
  /** Whole seconds. */
  seconds: number | null;
  waveform: string | null;
}

interface Upload {
  id: string;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  recording: Recording;
}

export interface MediaService {
  /**
   * Keeps a file under an id that the caller made; the same id again answers what is stored.
   * Throws ERR_VALIDATION for an empty file, ERR_BODY_TOO_LARGE, ERR_IDEMPOTENCY_KEY_REUSED for a colleague's id.
   */
  upload(actor: Actor, file: Upload): Promise<MediaView>;
  /** A stored file that the actor may see. ERR_NO_MEDIA_FOUND, ERR_MEDIA_NOT_READY while it is being fetched. */
  find(actor: Actor, id: string): Promise<ReadableMedia>;
}

interface ReadableMedia {
  path: string;
  mime: string;
  name: string;
  /** Bytes. */
  size: number;
}

interface Dependencies {
  db: Database;
  storage: Storage;
  limit: number;
}

export function createMediaService({ db, storage, limit }: Dependencies): MediaService {
  async function stored(actor: Actor, id: string): Promise<MediaView | null> {
    const row = await db.readCompany(actor.companyId, (tx) => repo.find(tx, actor.companyId, id));
    if (!row) return null;
    if (row.uploadedBy !== actor.userId) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
    return presentMedia(row);
  }

  return {
    async upload(actor, { id, name, bytes, recording }) {
      const before = await stored(actor, id);
      if (before) return before;
      const file = await storage.put(actor.companyId, bytes, { limit });
      if (file.size === 0) {
        await file.discard();
        throw new AppError('ERR_VALIDATION');
      }
      const { size, sha256, mime } = file;
      crashAt('upload.stored');
      await file.settle(async (path) => {
        const isFirst = await db.withCompany(actor.companyId, (tx) =>
          repo.insertStored(tx, actor, {
            id,
            name,
            path,
            size,
            sha256,
            mime: mime ?? UNKNOWN_MIME,
            ...recording,
          }),
        );
        crashAt('upload.recorded');
        return isFirst;
      });
      // Two uploads of one id at the same time: the first one counts.
      const view = await stored(actor, id);
      if (!view) throw new AppError('ERR_NO_MEDIA_FOUND');
      return view;
    },

    async find(actor, id) {
      const row = await db.readCompany(actor.companyId, (tx) => repo.findVisible(tx, actor, id));
      if (!row || row.state === 'gone') throw new AppError('ERR_NO_MEDIA_FOUND');
      if (row.state !== 'stored' || row.path === null || row.size === null)
        throw new AppError('ERR_MEDIA_NOT_READY');
      return { path: row.path, mime: row.mime, name: row.name, size: row.size };
    },
  };
}

/** A file that the actor has uploaded, for a message of theirs. ERR_NO_MEDIA_FOUND, ERR_MEDIA_NOT_READY. */
export async function findSendable(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ id: string; mime: string; name: string }> {
  const row = await repo.find(tx, actor.companyId, id);
  if (!row || row.uploadedBy !== actor.userId || row.state === 'gone')
    throw new AppError('ERR_NO_MEDIA_FOUND');
  if (row.state !== 'stored') throw new AppError('ERR_MEDIA_NOT_READY');
  return row;
}
