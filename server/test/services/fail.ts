import { pipeline, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from './stand-in.ts';

const HUGE_BYTES = 50 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, ' ');

/** Answers what a failure says, or nothing. */
export function failWith(
  failure: Exclude<Failure, { kind: 'slow' }>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  switch (failure.kind) {
    case 'status':
      return reply
        .code(failure.status)
        .headers(failure.headers ?? {})
        .send(failure.body);
    case 'hang':
      return reply.hijack();
    case 'drop':
      request.raw.socket.destroy();
      return reply.hijack();
    case 'html':
      return reply.type('text/html').send('<!doctype html><title>Login</title><p>Sign in to go on</p>');
    case 'empty':
      return reply.send();
    case 'huge':
      // While a stream is being sent the reply does not count as sent, and the usual answer would follow.
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'application/json' });
      pipeline(Readable.from(chunks()), reply.raw, () => {});
      return reply;
    case 'redirect':
      return reply.redirect(failure.to);
  }
}

function* chunks(): Generator<Buffer> {
  for (let sent = 0; sent < HUGE_BYTES; sent += CHUNK.length) yield CHUNK;
}
