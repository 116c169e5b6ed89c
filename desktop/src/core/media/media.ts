import { AppError } from '@balcao/shared/errors.ts';
import { retryMedia, uploadedMedia } from '@balcao/shared/features/media/calls.ts';
import { MEDIA_LIMIT_BYTES } from '@balcao/shared/features/media/limits.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { secondsOfOpus } from '@balcao/shared/features/media/ogg-opus.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Api } from '../api/client.ts';
import type { OutgoingFile } from '../outbox/outbox.ts';
import { createDownloads, type Downloads } from './downloads.ts';
import type { Recording } from './file-info.ts';
import type { FileStore, MediaFile } from './file-store.ts';
import { createIncomingFiles, type IncomingFiles } from './incoming-files.ts';
import { sniffMime } from './mime.ts';
import { writeOggOpus } from './ogg-writer.ts';
import { readWebmOpus } from './opus-packets.ts';
import { createPassingFiles, type PassingFiles } from './passing.ts';
import { uploadFile } from './upload.ts';

/** The files of one person's conversations: those to be sent, and copies of those received. */
export interface Media extends IncomingFiles, Downloads, PassingFiles {
  /** Keeps a file for sending, under a new id. @throws AppError ERR_BODY_TOO_LARGE, ERR_DISK_FULL */
  add(name: string, bytes: Uint8Array): Promise<MediaFile>;
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
  /** Ends what is under way. */
  close(): void;
}

/** @param onProgress an upload has come further */
export function createMedia(files: FileStore, api: Api, onProgress: () => void = () => {}): Media {
  /** Bytes of files that are on their way. */
  const sent = new Map<string, number>();
  const incoming = createIncomingFiles(files);
  const downloads = createDownloads(files, api);
  const passing = createPassingFiles(api);

  function kept(mediaId: string): MediaFile {
    const file = files.get(mediaId);
    if (!file) throw new AppError('ERR_NO_MEDIA_FOUND');
    return file;
  }

  async function keep(name: string, bytes: Uint8Array, recording: Recording | null): Promise<MediaFile> {
    const info = { mime: await sniffMime(bytes), name, pinned: true, recording };
    return files.put(uuidv7(), info, oneChunk(bytes));
  }

  return {
    ...incoming,
    ...downloads,
    ...passing,

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

    describe: (mediaId) => outgoing(kept(mediaId)),

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

    close() {
      downloads.close();
      passing.close();
      incoming.close();
    },
  };
}

function outgoing({ id, mime, name, size, recording }: MediaFile): OutgoingFile {
  return {
    id,
    mime,
    name,
    size,
    width: null,
    height: null,
    seconds: recording?.seconds ?? null,
    voice: recording !== null,
    waveform: recording?.waveform ?? null,
    state: 'stored',
    mediaType: mediaKind(mime),
  };
}

/** voice-20261121T181500.ogg, in UTC. */
const voiceName = (at: Date) => `voice-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.ogg`;

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
