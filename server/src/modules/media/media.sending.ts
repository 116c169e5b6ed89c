import { FILE_LINK_HEADER } from '@balcao/shared/contract/limits.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { isPreviewed } from '@balcao/shared/features/media/media-kind.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from '../../platform/http/send-file.ts';
import { createThumbnails } from '../../platform/images/thumbnails.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { contentDisposition, contentType } from './media.headers.ts';
import type { ReadableMedia } from './media.service.ts';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A picture of so few bytes is shown faster than a smaller one is made. */
const SMALL_BYTES = 48 * 1024;

/** Answers with a stored file, or with a small picture of it. ERR_NO_MEDIA_FOUND when its bytes are gone. */
export function createMediaSending(app: FastifyInstance, storage: Storage) {
  const thumbnails = createThumbnails();
  app.addHook('onClose', async () => thumbnails.stop());

  async function whole(file: ReadableMedia, exchange: Exchange): Promise<FastifyReply> {
    const link = await storage.link(file.path, saidOf(file));
    if (link !== null) return exchange.reply.header(FILE_LINK_HEADER, 'store').redirect(link);
    return bytes(file, exchange);
  }

  async function bytes(file: ReadableMedia, exchange: Exchange): Promise<FastifyReply> {
    const { type, disposition } = saidOf(file);
    exchange.reply.headers({ 'content-type': type, 'content-disposition': disposition });
    return sendFile(exchange, file.size, (range) => storage.open(file.path, range).catch(missing));
  }

  async function thumbnail(file: ReadableMedia, exchange: Exchange): Promise<FastifyReply> {
    // A page for strangers shows pictures of this server alone: the store is another one.
    if (file.size <= SMALL_BYTES && !isPreviewed(file.mime)) return bytes(file, exchange);
    const { stream, size } = await storage.openDerived(file.path, thumbnails.make).catch(missing);
    const type = 'image/webp';
    return exchange.reply
      .headers({ 'content-type': type, 'content-disposition': 'inline', 'content-length': size })
      .send(stream);
  }

  return { whole, thumbnail };
}

const saidOf = ({ mime, name }: ReadableMedia) => ({
  type: contentType(mime),
  disposition: contentDisposition(mime, name),
});

function missing(error: unknown): never {
  const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
  throw isGone ? new AppError('ERR_NO_MEDIA_FOUND', {}, { cause: error }) : error;
}
