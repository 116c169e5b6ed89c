import { AppError } from '@balcao/shared/errors.ts';
import { sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { contentOf } from '../../core/media/content.ts';
import type { MediaFile } from '../../core/media/file-store.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

/** Files go up in it. */
const DEADLINE_MS = 5 * 60_000;

/** The person's session stays out of it: what is refused is the token that was typed. */
export function messagesApiHandlers({ http, workspace, syncStatus }: CoreServices) {
  return {
    'messagesApi.try': async ({ token, number, body, mediaIds }) => {
      const { media } = workspace();
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      if (body !== null) return http.call(sendApiMessage, { body: { number, body } }, token);
      const form = new FormData();
      form.append('number', number);
      for (const mediaId of mediaIds) {
        const file = await media.open(mediaId);
        form.append('medias', await blobOf(file), file.name);
      }
      return http.call(sendApiMessage, { form }, token, { deadlineMs: DEADLINE_MS });
    },
  } satisfies Partial<Handlers>;
}

async function blobOf(file: MediaFile): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of contentOf(file)) pieces.push(new Uint8Array(piece as Uint8Array));
  return new Blob(pieces, { type: file.mime });
}
