import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@balcao/shared/errors.ts';
import { downloadUpdate } from '@balcao/shared/features/updates/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { register } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/send-file.ts';

/** Nothing that leads to another folder, and nothing hidden. */
const FILE_NAME = /^[a-z\d][\w.-]*$/i;

/**
 * Newer consoles, from one flat folder of the operator's. Nothing here is believed by a console for coming from here:
 * it checks the publisher's signature.
 */
export function updateRoutes(
  app: FastifyInstance,
  { config: { updatesDir: dir } }: { config: Pick<Config, 'updatesDir'> },
): void {
  register(app, downloadUpdate, async ({ params: { file } }, exchange) => {
    if (!FILE_NAME.test(file)) throw new AppError('ERR_NOT_FOUND');
    const path = join(dir, file);
    if (file.endsWith('.yml')) {
      // Says which version is the newest now. Read whole: another one may take its place at any time.
      const manifest = await readFile(path).catch(missing);
      return exchange.reply
        .headers({ 'content-type': 'text/yaml; charset=utf-8', 'cache-control': 'no-cache' })
        .send(manifest);
    }
    const info = await stat(path).catch(missing);
    if (!info.isFile()) throw new AppError('ERR_NOT_FOUND');
    // Its name carries its version: these bytes never change.
    exchange.reply.headers({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    return sendFile(exchange, info.size, async (range) => createReadStream(path, range));
  });
}

function missing(cause: unknown): never {
  throw new AppError('ERR_NOT_FOUND', {}, { cause });
}
