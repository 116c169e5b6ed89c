import { uuid } from '@balcao/shared/contract/fields.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import {
  downloadAnnouncementImage,
  downloadAnnouncementThumbnail,
} from '@balcao/shared/features/announcements/calls.ts';
import type { getContactListTemplate } from '@balcao/shared/features/contact-lists/calls.ts';
import type { exportContacts } from '@balcao/shared/features/contacts/imports.ts';
import {
  downloadMedia,
  downloadThumbnail,
  retryMedia,
  uploadedMedia,
} from '@balcao/shared/features/media/calls.ts';
import { MEDIA_LIMIT_BYTES } from '@balcao/shared/features/media/limits.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { secondsOfOpus } from '@balcao/shared/features/media/ogg-opus.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Host } from '../../hosts/host.ts';
import type { Api } from '../api/client.ts';
import { CALL_DEADLINE_MS, type CallInput } from '../api/http.ts';
import { unreachable } from '../api/server-error.ts';
import type { OutgoingFile } from '../outbox/outbox.ts';
import type { FileStore, MediaFile, Recording } from './file-store.ts';
import { createIncomingFile, type IncomingFile } from './incoming.ts';
import { sniffMime } from './mime.ts';
import { writeOggOpus } from './ogg-writer.ts';
import { readWebmOpus } from './opus-packets.ts';
import { uploadFile } from './upload.ts';

/** The files of one person's conversations: those to be sent, and copies of those received. */
export interface Media {
  /** Keeps a file for sending, under a new id. @throws AppError ERR_BODY_TOO_LARGE, ERR_DISK_FULL */
  add(name: string, bytes: Uint8Array): Promise<MediaFile>;
  /** The same of a large file, whose pieces follow. @returns its id @throws AppError ERR_BODY_TOO_LARGE */
  begin(name: string, size: number): string;
  /** The next piece of a file that was begun. @throws AppError ERR_NO_MEDIA_FOUND, and as `finish` */
  append(mediaId: string, piece: Uint8Array): Promise<void>;
  /** All pieces are there. @throws AppError ERR_NO_MEDIA_FOUND, ERR_VALIDATION for another size, ERR_DISK_FULL */
  finish(mediaId: string): Promise<MediaFile>;
  /** Has the server fetch a file again that it could not fetch. @throws AppError */
  retry(mediaId: string): Promise<void>;
  /**
   * Keeps a recording (WebM with Opus) as the Ogg that phones play; `waveform` draws it, 64 heights from 0 to 100.
   * @throws as `add`, and ERR_VALIDATION for anything but such a recording
   */
  addVoice(webm: Uint8Array, waveform: readonly number[]): Promise<MediaFile>;
  /** A kept file that is not going to be sent: a copy like any other. */
  drop(mediaId: string): Promise<void>;
  /** It can be opened without the server. */
  has(mediaId: string): boolean;
  /** The drawing of a voice note that was recorded here: 64 heights from 0 to 100. */
  waveform(mediaId: string): number[] | null;
  /** A kept file as its message shows it. @throws AppError ERR_NO_MEDIA_FOUND */
  describe(mediaId: string): OutgoingFile;
  /** Brings a kept file to the server, from where an earlier attempt broke off. Harmless to repeat. @throws AppError ERR_NO_MEDIA_FOUND and the server's */
  upload(mediaId: string): Promise<void>;
  /** How many bytes of a file that is on its way the server has. */
  sent(mediaId: string): number;
  /**
   * A file on disk, fetched from the server when it is not there yet; `<id>.thumbnail` is a small picture of it, or the
   * file itself when that is here already or no picture can be made. `<name>.announcement` is the picture of an
   * announcement. @throws AppError ERR_NO_MEDIA_FOUND, …
   */
  open(mediaId: string): Promise<MediaFile>;
  /** A file that the server generates on request: a new one each time, stored like any other copy. @throws AppError */
  fetch(
    contract: typeof exportContacts | typeof getContactListTemplate,
    input: CallInput<typeof exportContacts>,
    name: string,
  ): Promise<MediaFile>;
  /** Ends what is under way. */
  close(): void;
}

/** Files that a screen hands over at a time; one more, and the first was forgotten. */
const MAX_INCOMING = 5;

/** The id under which `open` finds a file's thumbnail. */
export const thumbnailOf = (mediaId: string): string => `${mediaId}${THUMBNAIL}`;
const THUMBNAIL = '.thumbnail';
const ANNOUNCEMENT = '.announcement';

/** The address of a picture's thumbnail; null for other files. */
export const thumbnailUrlOf = (host: Pick<Host, 'mediaUrl'>, { id, mime }: Pick<MediaView, 'id' | 'mime'>) =>
  mime.startsWith('image/') ? host.mediaUrl(thumbnailOf(id)) : null;

/** @param onProgress an upload has come further */
export function createMedia(files: FileStore, api: Api, onProgress: () => void = () => {}): Media {
  /** Bytes of files that are on their way. */
  const sent = new Map<string, number>();
  const downloads = new Map<string, Promise<MediaFile>>();
  const closing = new AbortController();

  function kept(mediaId: string): MediaFile {
    const file = files.get(mediaId);
    if (!file) throw new AppError('ERR_NO_MEDIA_FOUND');
    return file;
  }

  async function keep(name: string, bytes: Uint8Array, recording: Recording | null): Promise<MediaFile> {
    const info = { mime: await sniffMime(bytes), name, pinned: true, recording };
    return files.put(uuidv7(), info, oneChunk(bytes));
  }

  const incoming = new Map<
    string,
    { size: number; file: IncomingFile; name: string; kept: Promise<MediaFile> | null }
  >();

  function begun(mediaId: string) {
    const found = incoming.get(mediaId);
    if (!found) throw new AppError('ERR_NO_MEDIA_FOUND');
    return found;
  }

  function forget(mediaId: string): void {
    incoming.get(mediaId)?.file.abort();
    incoming.delete(mediaId);
  }

  /** When a picture cannot be made smaller, the whole one is shown. */
  async function openThumbnail(name: string): Promise<MediaFile> {
    const key = thumbnailOf(name);
    const here = files.get(name) ?? files.get(key);
    if (here) return here;
    try {
      return await once(key, () => download(key));
    } catch (error) {
      const isNone = error instanceof AppError && NO_THUMBNAIL.includes(error.code);
      if (!isNone) throw error;
      return once(name, () => download(name));
    }
  }

  /** A caller that wants a file on its way waits with the others. */
  function once(key: string, work: () => Promise<MediaFile>): Promise<MediaFile> {
    const running = downloads.get(key) ?? work().finally(() => downloads.delete(key));
    downloads.set(key, running);
    return running;
  }

  function download(name: string): Promise<MediaFile> {
    const { id, isSmall, isAnnouncement } = partsOf(name);
    const open = (signal: AbortSignal) =>
      isAnnouncement
        ? api.open(
            isSmall ? downloadAnnouncementThumbnail : downloadAnnouncementImage,
            { params: { imageName: id } },
            signal,
          )
        : api.open(isSmall ? downloadThumbnail : downloadMedia, { params: { mediaId: id } }, signal);
    return take(open, name, id);
  }

  /** Piece by piece onto the disk, however large it is. */
  async function take(
    open: (signal: AbortSignal) => Promise<Response>,
    key: string,
    name: string,
  ): Promise<MediaFile> {
    const silence = createSilenceTimer(CALL_DEADLINE_MS);
    try {
      const response = await open(AbortSignal.any([closing.signal, silence.signal]));
      const info = {
        mime: response.headers.get('content-type') ?? 'application/octet-stream',
        name: nameFrom(response.headers.get('content-disposition')) ?? name,
        pinned: false,
      };
      return await files.put(key, info, silence.watch(bodyOf(response)));
    } finally {
      silence.stop();
    }
  }

  return {
    async add(name, bytes) {
      if (bytes.byteLength > MEDIA_LIMIT_BYTES) throw new AppError('ERR_BODY_TOO_LARGE');
      return keep(name, bytes, null);
    },

    async addVoice(webm, waveform) {
      const ogg = writeOggOpus(readWebmOpus(webm));
      return keep(voiceName(new Date()), ogg, {
        seconds: secondsOfOpus(ogg) ?? 1,
        waveform: Buffer.from(waveform).toString('base64'),
      });
    },

    drop: (mediaId) => files.unpin(mediaId),

    has: (mediaId) => files.get(mediaId) !== null,

    waveform(mediaId) {
      const recording = files.get(mediaId)?.recording;
      return recording ? [...Buffer.from(recording.waveform, 'base64')] : null;
    },

    describe(mediaId) {
      const { id, mime, name, size, recording } = kept(mediaId);
      const unknown = { width: null, height: null };
      return {
        id,
        mime,
        name,
        size,
        ...unknown,
        seconds: recording?.seconds ?? null,
        voice: recording !== null,
        waveform: recording?.waveform ?? null,
        state: 'stored',
        mediaType: mediaKind(mime),
      };
    },

    begin(name, size) {
      if (size > MEDIA_LIMIT_BYTES) throw new AppError('ERR_BODY_TOO_LARGE');
      const [oldest] = incoming.keys();
      if (oldest && incoming.size >= MAX_INCOMING) forget(oldest);
      const id = uuidv7();
      incoming.set(id, { size, file: createIncomingFile(), name, kept: null });
      return id;
    },

    async append(mediaId, piece) {
      const found = begun(mediaId);
      if (!found.kept) {
        const info = { mime: await sniffMime(piece), name: found.name, pinned: true, recording: null };
        found.kept = files.put(mediaId, info, exactly(found.size, found.file.pieces));
        // Reported by `finish`, or by the next piece.
        found.kept.catch(() => {});
      }
      await found.file.write(piece);
    },

    async finish(mediaId) {
      const { file, kept: keeping } = begun(mediaId);
      incoming.delete(mediaId);
      file.end();
      if (!keeping) throw new AppError('ERR_VALIDATION');
      return keeping;
    },

    async retry(mediaId) {
      await api.call(retryMedia, { params: { mediaId } });
    },

    async upload(mediaId) {
      // A file that is no longer here may be there: of a message that is sent again, or of a quick message.
      if (!files.get(mediaId) && (await api.call(uploadedMedia, { params: { mediaId } })).complete) return;
      await uploadFile(kept(mediaId), api, (bytes) => {
        sent.set(mediaId, bytes);
        onProgress();
      });
      sent.delete(mediaId);
      await files.unpin(mediaId);
    },

    sent: (mediaId) => sent.get(mediaId) ?? 0,

    async open(name) {
      const { id, whole, isSmall } = partsOf(name);
      if (!uuid.safeParse(id).success) throw new AppError('ERR_NO_MEDIA_FOUND');
      if (isSmall) return openThumbnail(whole);
      return files.get(whole) ?? once(whole, () => download(whole));
    },

    fetch: (contract, input, name) => take((signal) => api.open(contract, input, signal), uuidv7(), name),

    close() {
      closing.abort();
      for (const mediaId of [...incoming.keys()]) forget(mediaId);
    },
  };
}

/** What is asked for by a name of `open`. `whole`: the same without being small. */
function partsOf(name: string) {
  const [whole, isSmall] = without(name, THUMBNAIL);
  const [id, isAnnouncement] = without(whole, ANNOUNCEMENT);
  return { id, whole, isSmall, isAnnouncement };
}

const without = (name: string, ending: string): [string, boolean] =>
  name.endsWith(ending) ? [name.slice(0, -ending.length), true] : [name, false];

/** Codes of a file that has no small picture. */
const NO_THUMBNAIL: readonly ErrorCode[] = ['ERR_NO_MEDIA_FOUND', 'ERR_MEDIA_CORRUPT', 'ERR_NOT_FOUND'];

/** Throws ERR_VALIDATION when more or fewer bytes come than announced. */
async function* exactly(size: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const piece of pieces) {
    left -= piece.byteLength;
    if (left < 0) throw new AppError('ERR_VALIDATION');
    yield piece;
  }
  if (left !== 0) throw new AppError('ERR_VALIDATION');
}

/** voice-20261121T181500.ogg, in UTC. */
const voiceName = (at: Date) => `voice-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.ogg`;

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* bodyOf(response: Response): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response.body ?? []) yield chunk;
  } catch (cause) {
    throw unreachable('the file broke off', cause);
  }
}

/** Aborts when nothing has arrived for `limitMs`: a big file may take its time, a dead line may not. */
function createSilenceTimer(limitMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limitMs);
  return {
    signal: controller.signal,
    stop: () => clearTimeout(timer),
    async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        timer.refresh();
        yield chunk;
      }
    },
  };
}

/** The file name of a content-disposition header, in RFC 5987's notation, which our server writes. */
function nameFrom(header: string | null): string | undefined {
  const encoded = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (!encoded) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
