import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers with a file, or with the part of it that was asked for. Its type and name are the caller's to say before. */
export async function sendFile(
  exchange: { request: FastifyRequest; reply: FastifyReply },
  size: number,
  open: (range: ByteRange | undefined) => Promise<Readable>,
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const range = parseRange(request.headers.range, size);
  reply.header('accept-ranges', 'bytes');
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${size}`).type('text/plain').send('');
  const bytes = await open(range ?? undefined);
  if (!range) return reply.header('content-length', size).send(bytes);
  return reply
    .code(206)
    .headers({
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'content-length': range.end - range.start + 1,
    })
    .send(bytes);
}

interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

/** One range of bytes; null for none, and for several or malformed ones, which a server may ignore (RFC 9110, 14.2). */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
