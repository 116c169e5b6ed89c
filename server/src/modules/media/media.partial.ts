import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError, ERRORS } from '@balcao/shared/errors.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { UNKNOWN_MIME } from './media.headers.ts';
import type { MediaKeeper, Upload, UploadRange } from './media.keeper.ts';

/** Files that come in parts. */
export interface PartialUploads {
  /** How many bytes of a file have come. */
  received(actor: Actor, id: string): Promise<number>;
  /** Adds a part to what has come, and keeps the file when it was the last one. ERR_VALIDATION, ERR_UPLOAD_OFFSET. */
  add(actor: Actor, upload: Upload, range: UploadRange): Promise<MediaView>;
}

export function createPartialUploads(
  storage: Pick<Storage, 'piecemeal'>,
  keeper: Pick<MediaKeeper, 'keep'>,
): PartialUploads {
  const pieces = (actor: Actor, id: string) => storage.piecemeal(actor.companyId, `${actor.userId} ${id}`);

  return {
    received: (actor, id) => pieces(actor, id).size(),

    async add(actor, upload, { start, end, total }) {
      const file = pieces(actor, upload.id);
      // A crash may have come between the last byte and the row: then nothing more is needed.
      const isWhole = (await file.size()) === total;
      const received = isWhole ? total : await file.append(upload.bytes, { at: start, limit: end });
      if (received < end) throw new AppError('ERR_VALIDATION');
      if (received < total) return presentBegun(upload, received);
      const view = await keeper
        .keep(actor, { ...upload, bytes: file.read() })
        .catch(async (error: unknown) => {
          // Sent again as it is, it would be refused again.
          if (error instanceof AppError && !ERRORS[error.code].retryable) await file.discard();
          throw error;
        });
      await file.discard();
      return view;
    },
  };
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
