import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@balcao/shared/errors.ts';

/** Some hundred messages in one call, the largest that any messenger says it makes. */
const MAX_BYTES = 3 * 1024 * 1024;
const PATIENCE_MS = 10_000;

/** All of a notice, as it was signed. ERR_BODY_TOO_LARGE, and ERR_UNAVAILABLE for one that does not come to its end. */
export async function bodyOfNotice(bytes: Readable): Promise<Buffer> {
  const done = new AbortController();
  const late = sleep(PATIENCE_MS, undefined, { signal: done.signal }).then(
    () => bytes.destroy(new AppError('ERR_UNAVAILABLE')),
    () => {},
  );
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new AppError('ERR_BODY_TOO_LARGE');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    done.abort();
    await late;
  }
}
