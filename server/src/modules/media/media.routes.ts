import { downloadMedia, uploadMedia } from '@balcao/shared/api/media.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { register } from '../../platform/http/route.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { contentDisposition, contentType, parseRange } from './media.headers.ts';
import type { MediaService } from './media.service.ts';

const NAME_CHARS = 200;

export function mediaRoutes(
  app: FastifyInstance,
  deps: { media: MediaService; storage: Storage; limit: number },
): void {
  register(app, uploadMedia, ({ params, query }, { actor, request, bytes }) => {
    // Said beforehand to be too large: refused before a byte is read.
    if (Number(request.headers['content-length'] ?? 0) > deps.limit) throw new AppError('ERR_BODY_TOO_LARGE');
    const { voice, seconds, waveform } = query;
    const recording = { voice: voice === 'true', seconds: seconds ?? null, waveform: waveform ?? null };
    return deps.media.upload(actor, { id: params.mediaId, name: fileName(request), bytes, recording });
  });

  register(app, downloadMedia, async ({ params }, { actor, request, reply }) => {
    const file = await deps.media.find(actor, params.mediaId);
    const range = parseRange(request.headers.range, file.size);
    reply.headers({
      'accept-ranges': 'bytes',
      'content-type': contentType(file.mime),
      'content-disposition': contentDisposition(file.mime, file.name),
    });
    if (range === 'unsatisfiable')
      return reply.code(416).header('content-range', `bytes */${file.size}`).type('text/plain').send('');
    const bytes = await deps.storage.open(file.path, range ?? undefined).catch((error: unknown) => {
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      throw missing ? new AppError('ERR_NO_MEDIA_FOUND', {}, { cause: error }) : error;
    });
    if (!range) return reply.header('content-length', file.size).send(bytes);
    return reply
      .code(206)
      .headers({
        'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
        'content-length': range.end - range.start + 1,
      })
      .send(bytes);
  });
}

/** What the file is called, for people: no path, no control characters. */
function fileName(request: FastifyRequest): string {
  const header = request.headers['x-file-name'];
  if (typeof header !== 'string') return '';
  try {
    const name = decodeURIComponent(header).split(/[/\\]/).at(-1) ?? '';
    return name
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, NAME_CHARS);
  } catch {
    throw new AppError('ERR_VALIDATION');
  }
}
