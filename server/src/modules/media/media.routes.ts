import { AppError } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/media/calls.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { namedFile } from '../../platform/http/file-name.ts';
import { register } from '../../platform/http/route.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { hasThumbnail } from './media.headers.ts';
import { createMediaSending } from './media.sending.ts';
import type { MediaService } from './media.service.ts';

export function mediaRoutes(
  app: FastifyInstance,
  deps: { media: MediaService; storage: Storage; config: Pick<Config, 'mediaLimitBytes'> },
): void {
  const { media, storage } = deps;
  const limit = deps.config.mediaLimitBytes;
  const sending = createMediaSending(app, storage);

  register(app, contracts.uploadMedia, ({ params, query }, { actor, request, bytes }) => {
    const range = uploadRange(request);
    // Said beforehand to be too large: refused before a byte is read.
    if ((range?.total ?? Number(request.headers['content-length'] ?? 0)) > limit)
      throw new AppError('ERR_BODY_TOO_LARGE', { limit });
    const { mediaId: id } = params;
    const { voice, seconds, waveform } = query;
    const recording = { voice: voice === 'true', seconds: seconds ?? null, waveform: waveform ?? null };
    const said = { name: namedFile(request), range, sha256: hashOf(request), recording };
    return media.upload(actor, { id, bytes, ...said });
  });
  register(app, contracts.uploadedMedia, ({ params }, { actor }) => media.uploaded(actor, params.mediaId));
  register(app, contracts.retryMedia, ({ params }, { tx, actor }) => media.retry(tx, actor, params.mediaId));

  register(app, contracts.downloadMedia, async ({ params }, exchange) =>
    sending.whole(await media.find(exchange.actor, params.mediaId), exchange),
  );
  register(app, contracts.downloadByLink, async ({ params }, exchange) =>
    sending.whole(await media.findByLink(params.mediaId, params.link), exchange),
  );
  register(app, contracts.downloadThumbnail, async ({ params }, exchange) => {
    const file = await media.find(exchange.actor, params.mediaId);
    if (!hasThumbnail(file.mime)) throw new AppError('ERR_NO_MEDIA_FOUND');
    return sending.thumbnail(file, exchange);
  });
}

/** Which part of the file comes. Without the header, or with all of it, the file is one piece. */
function uploadRange(request: FastifyRequest) {
  const header = request.headers['content-range'];
  if (header === undefined) return null;
  const [, first, last, of] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header) ?? [];
  const range = { start: Number(first), end: Number(last) + 1, total: Number(of) };
  if (!(range.start < range.end && range.end <= range.total)) throw new AppError('ERR_VALIDATION');
  return range;
}

function hashOf(request: FastifyRequest): Buffer | null {
  const header = request.headers['x-sha256'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\da-f]{64}$/i.test(header)) throw new AppError('ERR_VALIDATION');
  return Buffer.from(header, 'hex');
}
