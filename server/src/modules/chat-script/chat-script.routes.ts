import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { AppError } from '@balcao/shared/errors.ts';
import { CHAT_SCRIPT_PATH } from '@balcao/shared/features/web-chat/line.ts';
import type { FastifyInstance } from 'fastify';

/** What Vite has made of `server/chat`. */
const BUILT = new URL('../../../dist/chat/chat.js', import.meta.url);

/** Pages of shops name the script in any of their visits: for so long a browser asks for nothing. */
const KEPT_SECONDS = 300;

/** The visitor's script, the same for every chat; pages of others run it. */
export function chatScriptRoutes(app: FastifyInstance): void {
  let made: Script | undefined;
  app.get(CHAT_SCRIPT_PATH, { config: { access: 'page' } }, async (request, reply) => {
    made ??= readScript();
    const { plain, zipped, tag } = made;
    const takesZip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    // What is zipped is another answer: with the same tag, a cache might give it to somebody who cannot read it.
    const etag = `"${tag}${takesZip ? '-gzip' : ''}"`;
    reply.headers({
      'cache-control': `public, max-age=${KEPT_SECONDS}`,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
      etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('text/javascript; charset=utf-8');
    return takesZip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
  });
}

interface Script {
  plain: Buffer;
  zipped: Buffer;
  tag: string;
}

/** @throws AppError ERR_UNAVAILABLE in a repository in which nobody has built it */
function readScript(): Script {
  try {
    const plain = readFileSync(BUILT);
    const tag = createHash('sha256').update(plain).digest('base64url');
    return { plain, zipped: gzipSync(plain, { level: 9 }), tag };
  } catch (cause) {
    throw new AppError('ERR_UNAVAILABLE', {}, { cause });
  }
}
