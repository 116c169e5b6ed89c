import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { assertNotBlocked, loadSubscription } from '../subscription/subscription.ts';
import { UNKNOWN_MIME } from './media.headers.ts';
import { CHOSEN, createMediaKeeper, type Upload } from './media.keeper.ts';
import type { MediaLinks } from './media.links.ts';
import { createPartialUploads } from './media.partial.ts';
import { presentMedia } from './media.presenter.ts';
import * as repo from './media.repo.ts';
import { createMediaUsage } from './media.usage.ts';

export interface MediaService {
  /**
   * Keeps a file under an id that the caller made, for a day unless something shows it by then; the same id again
   * answers what is stored, and begins the day again.
   * Throws ERR_VALIDATION for an empty file, ERR_BODY_TOO_LARGE, ERR_IDEMPOTENCY_KEY_REUSED for a colleague's id,
   * ERR_UNSUPPORTED_MEDIA_TYPE for programs, ERR_MEDIA_CORRUPT when it is not what its sender says, ERR_MEDIA_QUOTA,
   * ERR_UPLOAD_OFFSET {received} for a part that does not follow what is there.
   */
  upload(actor: Actor, file: Upload): Promise<MediaView>;
  /**
   * Keeps the whole file of a call, under an id that the call's key made: the same file again answers what is stored.
   * Throws like `upload`, and ERR_IDEMPOTENCY_KEY_REUSED for another file.
   */
  attach(actor: Actor, file: Pick<Upload, 'id' | 'name' | 'bytes'>): Promise<MediaView>;
  /**
   * Keeps a file that a program gave to be sent: it has no uploader, and goes after a day unless a message carries it.
   * Throws ERR_VALIDATION for an empty one, ERR_BODY_TOO_LARGE, ERR_UNSUPPORTED_MEDIA_TYPE, ERR_MEDIA_QUOTA.
   */
  take(companyId: number, file: { bytes: Uint8Array; name: string; voice: boolean }): Promise<SendableMedia>;
  /** The same of a file that comes with a call of somebody who is no user; a second one under an id changes nothing. */
  receive(
    companyId: number,
    file: Pick<Upload, 'name' | 'bytes'> & Partial<Pick<Upload, 'id' | 'recording'>>,
  ): Promise<SendableMedia & { name: string; sha256: string }>;
  /** How far an upload of the actor's has come. ERR_IDEMPOTENCY_KEY_REUSED. */
  uploaded(actor: Actor, id: string): Promise<{ received: number; complete: boolean }>;
  /** A stored file that the actor may see. What `assertStored` throws. */
  find(actor: Actor, id: string): Promise<ReadableMedia>;
  /**
   * A stored file for whoever has the link, as long as its company is open. ERR_NO_PERMISSION, ERR_COMPANY_BLOCKED, and
   * what `assertStored` throws.
   */
  findByLink(id: string, link: string): Promise<ReadableMedia>;
  /** A file that could not be fetched is to be fetched again. ERR_NO_MEDIA_FOUND. */
  retry(tx: Tx, actor: Actor, id: string): Promise<MediaView>;
}

/** A file, as far as a message must know it. */
interface SendableMedia {
  id: string;
  /** The type that its bytes have. */
  mime: string;
}

export interface ReadableMedia {
  path: string;
  mime: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** What its row says of it. */
export type StoredFile = Pick<repo.MediaRecord, 'state' | 'path' | 'mime' | 'name' | 'size'>;

interface Dependencies {
  db: Database;
  storage: Storage;
  links: MediaLinks;
  /** Bytes of one file. */
  limit: number;
  /** Bytes of all files of one company; null: as many as the disk has. */
  quota: number | null;
}

export function createMediaService({ db, storage, links, limit, quota }: Dependencies): MediaService {
  const usage = createMediaUsage(db, quota);
  const keeper = createMediaKeeper({ db, storage, limit, usage });
  const partial = createPartialUploads(storage, keeper);

  return {
    async upload(actor, upload) {
      const before = await keeper.wanted(actor, upload.id);
      if (before) return before;
      const { range } = upload;
      await usage.assertRoom(actor.companyId, range?.total ?? 1);
      return range ? partial.add(actor, upload, range) : keeper.keep(actor, upload);
    },

    async attach(actor, file) {
      const isThere = (await keeper.wanted(actor, file.id)) !== null;
      if (!isThere) await usage.assertRoom(actor.companyId, 1);
      return keeper.keep(actor, { ...file, recording: CHOSEN, sha256: null }, true);
    },

    async take(companyId, { bytes, name, voice }) {
      await usage.assertRoom(companyId, bytes.length);
      const id = uuidv7();
      const recording = { ...CHOSEN, voice };
      const { mime } = await keeper.store(
        { companyId, userId: null },
        { id, name, bytes, sha256: null, recording },
      );
      return { id, mime: mime ?? UNKNOWN_MIME };
    },

    async receive(companyId, { id = uuidv7(), name, bytes, recording = CHOSEN }) {
      await usage.assertRoom(companyId, 1);
      const file = { id, name, bytes, sha256: null, recording };
      const { mime, sha256 } = await keeper.store({ companyId, userId: null }, file);
      return { id, name, mime: mime ?? UNKNOWN_MIME, sha256: sha256.toString('hex') };
    },

    async uploaded(actor, id) {
      const view = await keeper.wanted(actor, id);
      if (view) return { received: view.size ?? 0, complete: true };
      return { received: await partial.received(actor, id), complete: false };
    },

    async find(actor, id) {
      return readable(await db.readCompany(actor.companyId, (tx) => repo.findVisible(tx, actor, id)));
    },

    async findByLink(id, link) {
      const companyId = links.open(id, link);
      const file = await db.readCompany(companyId, async (tx) => {
        assertNotBlocked(await loadSubscription(tx, companyId));
        return repo.find(tx, companyId, id);
      });
      return readable(file);
    },

    async retry(tx, actor, id) {
      if (!(await repo.findVisible(tx, actor, id))) throw new AppError('ERR_NO_MEDIA_FOUND');
      await repo.fetchAgain(tx, actor.companyId, id);
      const row = await repo.find(tx, actor.companyId, id);
      if (!row) throw new AppError('ERR_NO_MEDIA_FOUND');
      return presentMedia(row);
    },
  };
}

/** ERR_NO_MEDIA_FOUND, ERR_WAPP_DOWNLOAD_MEDIA when it could not be fetched, ERR_MEDIA_NOT_READY while it is. */
export function assertStored(state: string | null | undefined): void {
  if (state === 'stored') return;
  if (state === 'failed') throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA');
  throw new AppError(state === 'pending' ? 'ERR_MEDIA_NOT_READY' : 'ERR_NO_MEDIA_FOUND');
}

/** A file of a row that may be read. What `assertStored` throws. */
export function readable(row: StoredFile | undefined): ReadableMedia {
  assertStored(row?.state);
  if (!row || row.path === null || row.size === null) throw new AppError('ERR_MEDIA_NOT_READY');
  return { path: row.path, mime: row.mime, name: row.name, size: row.size };
}

/** What somebody attaches to a queue or the like: a file that they have uploaded. ERR_NO_MEDIA_FOUND. */
export async function assertAttachable(tx: Tx, actor: Actor, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const row = await repo.find(tx, actor.companyId, id);
  if (row?.uploadedBy !== actor.userId || row.state !== 'stored') throw new AppError('ERR_NO_MEDIA_FOUND');
}

/** The change of a row's file; none when the row carries it already, whoever uploaded it. ERR_NO_MEDIA_FOUND. */
export async function newFile(
  tx: Tx,
  actor: Actor,
  { media }: { media: MediaView | null },
  mediaId: string | null | undefined,
): Promise<{ mediaId?: string | null }> {
  if (mediaId === undefined || mediaId === (media?.id ?? null)) return {};
  await assertAttachable(tx, actor, mediaId);
  return { mediaId };
}

/**
 * A file for a message of the actor's: one that they have uploaded, or of a quick message or a file list.
 * ERR_NO_MEDIA_FOUND, ERR_MEDIA_NOT_READY.
 */
export async function findSendable(
  tx: Tx,
  actor: Actor,
  id: string,
  isLinked = false,
): Promise<{ id: string; mime: string; name: string }> {
  const row = isLinked ? await repo.find(tx, actor.companyId, id) : await repo.findSendable(tx, actor, id);
  if (!row || row.state === 'gone') throw new AppError('ERR_NO_MEDIA_FOUND');
  if (row.state !== 'stored') throw new AppError('ERR_MEDIA_NOT_READY');
  return row;
}

/** Those of them that are stored, locked until the end of the transaction: nobody takes them away. */
export const { holdStored } = repo;

/** The same, of one of these types. What `findSendable` throws, and ERR_UNSUPPORTED_MEDIA_TYPE. */
export async function assertPicture(
  tx: Tx,
  actor: Actor,
  id: string | null,
  types: readonly string[],
): Promise<void> {
  if (id === null) return;
  const { mime } = await findSendable(tx, actor, id);
  if (!types.includes(mime)) throw new AppError('ERR_UNSUPPORTED_MEDIA_TYPE');
}
