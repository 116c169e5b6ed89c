import { uuid } from '@balcao/shared/contract/fields.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import {
  downloadAnnouncementImage,
  downloadAnnouncementThumbnail,
} from '@balcao/shared/features/announcements/calls.ts';
import type { getContactListTemplate } from '@balcao/shared/features/contact-lists/calls.ts';
import type { exportContacts } from '@balcao/shared/features/contacts/imports.ts';
import { downloadMedia, downloadThumbnail } from '@balcao/shared/features/media/calls.ts';
import { isPreviewed } from '@balcao/shared/features/media/media-kind.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Api } from '../api/client.ts';
import { CALL_DEADLINE_MS, type CallInput } from '../api/http.ts';
import { unreachable } from '../api/server-error.ts';
import { fileNameOf } from './file-response.ts';
import type { FileStore, MediaFile } from './file-store.ts';
import { partsOf, thumbnailOf } from './media-name.ts';

type Generating = typeof exportContacts | typeof getContactListTemplate;

/** Copies of files of the server. */
export interface Downloads {
  /**
   * A file on disk, fetched from the server when it is not there yet; `<id>.thumbnail` is a small picture of it, or the
   * file itself when that is here already or no picture can be made. `<name>.announcement` is the picture of an
   * announcement. @throws AppError ERR_NO_MEDIA_FOUND, …
   */
  open(mediaId: string): Promise<MediaFile>;
  /** A file that the server generates on request: a new one each time, stored like any other copy. @throws AppError */
  fetch<C extends Generating>(contract: C, input: CallInput<C>, name: string): Promise<MediaFile>;
  /** Ends what is under way. */
  close(): void;
}

type OpenResponse = (signal: AbortSignal) => Promise<Response>;

/** Codes of a file that has no small picture. */
const NO_THUMBNAIL: readonly ErrorCode[] = ['ERR_NO_MEDIA_FOUND', 'ERR_MEDIA_CORRUPT', 'ERR_NOT_FOUND'];

export function createDownloads(files: FileStore, api: Api): Downloads {
  const downloads = new Map<string, Promise<MediaFile>>();
  const closing = new AbortController();

  /** When a picture cannot be made smaller, the whole one is shown; of some kinds only the small one can be. */
  async function openThumbnail(name: string): Promise<MediaFile> {
    const key = thumbnailOf(name);
    const whole = files.get(name);
    const here = whole && !isPreviewed(whole.mime) ? whole : files.get(key);
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
    return take((signal) => request(api, name, signal), name, partsOf(name).id);
  }

  /** Piece by piece onto the disk, however large it is. */
  async function take(open: OpenResponse, key: string, name: string): Promise<MediaFile> {
    const silence = createSilenceTimer(CALL_DEADLINE_MS);
    try {
      const response = await open(AbortSignal.any([closing.signal, silence.signal]));
      const info = {
        mime: response.headers.get('content-type') ?? 'application/octet-stream',
        name: fileNameOf(response.headers.get('content-disposition')) ?? name,
        pinned: false,
      };
      return await files.put(key, info, silence.watch(bodyOf(response)));
    } finally {
      silence.stop();
    }
  }

  return {
    async open(name) {
      const { id, whole, isSmall } = partsOf(name);
      if (!uuid.safeParse(id).success) throw new AppError('ERR_NO_MEDIA_FOUND');
      if (isSmall) return openThumbnail(whole);
      return files.get(whole) ?? once(whole, () => download(whole));
    },

    fetch: (contract, input, name) => take((signal) => api.open(contract, input, signal), uuidv7(), name),

    close: () => closing.abort(),
  };
}

function request(api: Api, name: string, signal: AbortSignal): Promise<Response> {
  const { id, isSmall, isAnnouncement } = partsOf(name);
  if (!isAnnouncement)
    return api.open(isSmall ? downloadThumbnail : downloadMedia, { params: { mediaId: id } }, signal);
  const contract = isSmall ? downloadAnnouncementThumbnail : downloadAnnouncementImage;
  return api.open(contract, { params: { imageName: id } }, signal);
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
