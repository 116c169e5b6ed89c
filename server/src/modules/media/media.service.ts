import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError, ERRORS, type ErrorCode } from '@balcao/shared/errors.ts';
import { isDeniedFile } from '@balcao/shared/features/media/file-rules.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { NewFile, Storage } from '../../platform/storage/storage.ts';
import { assertNotBlocked, loadSubscription } from '../subscription/subscription.ts';
import { UNKNOWN_MIME } from './media.headers.ts';
import type { MediaLinks } from './media.links.ts';
import { presentMedia } from './media.presenter.ts';
import * as repo from './media.repo.ts';

/** What the console knows of a voice note that it has recorded. */
interface Recording {
  voice: boolean;
  /** Whole seconds. */
  seconds: number | null;
  waveform: string | null;
}

/** Not spoken. */
const CHOSEN: Recording = { voice: false, seconds: null, waveform: null };

interface Upload {
  id: string;
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  recording: Recording;
  /** Hash of the whole file, when the sender says it. */
  sha256: Buffer | null;
  /** The part of the file that comes; null: all of it. `end` is the first byte that is not in it. */
  range: { start: number; end: number; total: number } | null;
}

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
  /** The same of a file that comes with a program's call. */
  receive(
    companyId: number,
    file: { name: string; bytes: AsyncIterable<Uint8Array> },
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
  /** By its bytes. */
  mime: string;
}

export interface ReadableMedia {
  path: string;
  mime: string;
  name: string;
  /** Bytes. */
  size: number;
}

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
  const usage = createUsage(db);

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

  /** The same for somebody who is going to use it. */
  async function wanted(actor: Actor, id: string): Promise<MediaView | null> {
    const view = await stored(actor, id);
    if (view) await db.withCompany(actor.companyId, (tx) => repo.awaitCarrier(tx, actor.companyId, id));
    return view;
  }

  const pieces = (actor: Actor, id: string) => storage.piecemeal(actor.companyId, `${actor.userId} ${id}`);

  async function assertQuota({ companyId }: Pick<Actor, 'companyId'>, bytes: number): Promise<void> {
    if (quota !== null && (await usage.of(companyId)) + bytes > quota) throw new AppError('ERR_MEDIA_QUOTA');
  }

  /**
   * Keeps a whole file; a second one under its id changes nothing.
   *
   * @param uploader null: a program
   */
  async function store(
    { companyId, userId: uploader }: { companyId: number; userId: number | null },
    {
      id,
      name,
      bytes,
      sha256: said,
      recording,
    }: Omit<Upload, 'range' | 'bytes'> & {
      bytes: AsyncIterable<Uint8Array> | Uint8Array;
    },
  ): Promise<NewFile> {
    const file = await storage.put(companyId, bytes, { limit });
    const problem = refusal(file, name, said);
    if (problem) {
      await file.discard();
      throw new AppError(problem);
    }
    const { size, sha256, mime, width, height } = file;
    crashAt('upload.stored');
    await file.settle(async (path) => {
      const row = { id, name, path, size, sha256, mime: mime ?? UNKNOWN_MIME, width, height, ...recording };
      const isFirst = await db.withCompany(companyId, async (tx) => {
        const added = await repo.insertStored(tx, { companyId, userId: uploader }, row);
        if (added) await repo.awaitCarrier(tx, companyId, id);
        return added;
      });
      if (isFirst) usage.add(companyId, size);
      crashAt('upload.recorded');
      return isFirst;
    });
    return file;
  }

  /** The same for a person. @param exact only this one, whatever is stored under the id */
  async function keep(actor: Actor, upload: Omit<Upload, 'range'>, exact = false): Promise<MediaView> {
    const { id, name } = upload;
    const { sha256 } = await store(actor, upload);
    // Two uploads of one id at the same time: the first one counts.
    const view = await stored(actor, id, exact ? { name, sha256 } : undefined);
    if (!view) throw new AppError('ERR_NO_MEDIA_FOUND');
    return view;
  }

  return {
    async upload(actor, upload) {
      const before = await wanted(actor, upload.id);
      if (before) return before;
      const { range } = upload;
      await assertQuota(actor, range?.total ?? 1);
      if (!range) return keep(actor, upload);
      const file = pieces(actor, upload.id);
      // A crash may have come between the last byte and the row: then nothing more is needed.
      const isWhole = (await file.size()) === range.total;
      const received = isWhole
        ? range.total
        : await file.append(upload.bytes, { at: range.start, limit: range.end });
      if (received < range.end) throw new AppError('ERR_VALIDATION');
      if (received < range.total) return presentBegun(upload, received);
      const view = await keep(actor, { ...upload, bytes: file.read() }).catch(async (error: unknown) => {
        // Sent again as it is, it would be refused again.
        if (error instanceof AppError && !ERRORS[error.code].retryable) await file.discard();
        throw error;
      });
      await file.discard();
      return view;
    },

    async attach(actor, file) {
      const isThere = (await wanted(actor, file.id)) !== null;
      if (!isThere) await assertQuota(actor, 1);
      return keep(actor, { ...file, recording: CHOSEN, sha256: null }, true);
    },

    async take(companyId, { bytes, name, voice }) {
      await assertQuota({ companyId }, bytes.length);
      const id = uuidv7();
      const recording = { ...CHOSEN, voice };
      const { mime } = await store({ companyId, userId: null }, { id, name, bytes, sha256: null, recording });
      return { id, mime: mime ?? UNKNOWN_MIME };
    },

    async receive(companyId, { name, bytes }) {
      await assertQuota({ companyId }, 1);
      const id = uuidv7();
      const file = { id, name, bytes, sha256: null, recording: CHOSEN };
      const { mime, sha256 } = await store({ companyId, userId: null }, file);
      return { id, name, mime: mime ?? UNKNOWN_MIME, sha256: sha256.toString('hex') };
    },

    async uploaded(actor, id) {
      const view = await wanted(actor, id);
      if (view) return { received: view.size ?? 0, complete: true };
      return { received: await pieces(actor, id).size(), complete: false };
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

function readable(
  row: Pick<repo.MediaRecord, 'state' | 'path' | 'mime' | 'name' | 'size'> | undefined,
): ReadableMedia {
  assertStored(row?.state);
  if (!row || row.path === null || row.size === null) throw new AppError('ERR_MEDIA_NOT_READY');
  return { path: row.path, mime: row.mime, name: row.name, size: row.size };
}

/** Why a file that has come is not kept. */
function refusal(file: NewFile, name: string, said: Buffer | null): ErrorCode | null {
  if (file.size === 0) return 'ERR_VALIDATION';
  if (said && !file.sha256.equals(said)) return 'ERR_MEDIA_CORRUPT';
  return isDeniedFile({ mime: file.mime, name }) ? 'ERR_UNSUPPORTED_MEDIA_TYPE' : null;
}

const presentBegun = ({ id, name }: Upload, size: number): MediaView => ({
  id,
  state: 'pending',
  mime: UNKNOWN_MIME,
  size,
  name,
  width: null,
  height: null,
  seconds: null,
  voice: false,
  waveform: null,
});

/** Summing up is slow where there are many files, and the quota is no boundary that must hold to the byte. */
const USAGE_MS = 60_000;

/** Bytes that each company has stored: counted now and then, with what came since through this process. */
function createUsage(db: Database) {
  const known = new Map<number, { bytes: number; at: number }>();
  return {
    async of(companyId: number): Promise<number> {
      const now = performance.now();
      const last = known.get(companyId);
      if (last && now - last.at < USAGE_MS) return last.bytes;
      const bytes = await db.readCompany(companyId, (tx) => repo.storedBytes(tx, companyId));
      known.set(companyId, { bytes, at: now });
      return bytes;
    },
    add(companyId: number, bytes: number): void {
      const last = known.get(companyId);
      if (last) last.bytes += bytes;
    },
  };
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
