import { openAsBlob } from 'node:fs';
import { uuid } from '@balcao/shared/api/fields.ts';
import { downloadMedia, uploadMedia } from '@balcao/shared/api/media.ts';
import { MEDIA_LIMIT_BYTES } from '@balcao/shared/constants.ts';
import { mediaKind } from '@balcao/shared/domain/media-kind.ts';
import { secondsOfOpus } from '@balcao/shared/domain/ogg-opus.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Api } from '../api/client.ts';
import { CALL_DEADLINE_MS } from '../api/http.ts';
import { unreachable } from '../api/server-error.ts';
import type { OutgoingFile } from '../outbox/outbox.ts';
import type { FileStore, MediaFile, Recording } from './file-store.ts';
import { sniffMime } from './mime.ts';
import { writeOggOpus } from './ogg-writer.ts';
import { readWebmOpus } from './opus-packets.ts';

/** The files of one person's conversations: those to be sent, and copies of those received. */
export interface Media {
  /** Keeps a file for sending, under a new id. @throws AppError ERR_BODY_TOO_LARGE, ERR_DISK_FULL */
  add(name: string, bytes: Uint8Array): Promise<MediaFile>;
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
  /** Brings a kept file to the server. Harmless to repeat. @throws AppError ERR_NO_MEDIA_FOUND and the server's */
  upload(mediaId: string): Promise<void>;
  /** A file on disk, fetched from the server when it is not there yet. @throws AppError ERR_NO_MEDIA_FOUND, … */
  open(mediaId: string): Promise<MediaFile>;
  /** Ends what is under way. */
  close(): void;
}

/** Slower than this an upload counts as stuck, in bytes per second. */
const SLOWEST_UPLOAD = 16 * 1024;

export function createMedia(files: FileStore, api: Api): Media {
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

  async function download(mediaId: string): Promise<MediaFile> {
    const silence = createSilenceTimer(CALL_DEADLINE_MS);
    try {
      const signal = AbortSignal.any([closing.signal, silence.signal]);
      const response = await api.open(downloadMedia, { params: { mediaId } }, signal);
      const info = {
        mime: response.headers.get('content-type') ?? 'application/octet-stream',
        name: nameFrom(response.headers.get('content-disposition')) ?? mediaId,
        pinned: false,
      };
      return await files.put(mediaId, info, silence.watch(bodyOf(response)));
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

    async upload(mediaId) {
      const file = kept(mediaId);
      const raw = await openAsBlob(file.path);
      const headers = {
        'content-type': file.mime,
        'x-file-name': encodeURIComponent(file.name.toWellFormed()),
      };
      const deadlineMs = CALL_DEADLINE_MS + Math.ceil(file.size / SLOWEST_UPLOAD) * 1_000;
      await api.call(
        uploadMedia,
        { params: { mediaId }, query: recordingOf(file), raw, headers },
        { deadlineMs },
      );
      await files.unpin(mediaId);
    },

    async open(mediaId) {
      if (!uuid.safeParse(mediaId).success) throw new AppError('ERR_NO_MEDIA_FOUND');
      const here = files.get(mediaId);
      if (here) return here;
      const running = downloads.get(mediaId) ?? download(mediaId).finally(() => downloads.delete(mediaId));
      downloads.set(mediaId, running);
      return running;
    },

    close: () => closing.abort(),
  };
}

/** voice-20261121T181500.ogg, in UTC. */
const voiceName = (at: Date) => `voice-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.ogg`;

/** What the server is told of a voice note beside its bytes. */
function recordingOf({ recording }: MediaFile) {
  return recording ? ({ voice: 'true', ...recording } as const) : {};
}

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
