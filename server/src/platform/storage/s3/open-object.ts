import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { type Send, toStorageError } from './client.ts';

/** Lines that break one after the other without having brought a byte. */
const MAX_BREAKS = 3;

/**
 * Reads an object, or the part of it that is asked for. A line that breaks on the way is followed by another one from that
 * byte on: whoever reads sees nothing of it.
 *
 * @returns `size` bytes
 */
export async function openObject(
  send: Send,
  at: { Bucket: string; Key: string },
  range?: { start: number; end: number },
): Promise<{ stream: Readable; size: number }> {
  const get = async (asked: string | undefined, version?: string) => {
    const answer = await send(new GetObjectCommand({ ...at, Range: asked, IfMatch: version }));
    return { ...answer, body: answer.Body as Readable };
  };
  const first = await get(range && `bytes=${range.start}-${range.end}`);
  const start = range?.start ?? 0;
  const size = first.ContentLength ?? 0;

  async function* read(): AsyncGenerator<Uint8Array, void> {
    let received = 0;
    let breaks = 0;
    for (let { body } = first; ; ) {
      try {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          received += chunk.byteLength;
          breaks = 0;
          yield chunk;
        }
        if (received < size) throw new Error('the line broke');
        return;
      } catch (error) {
        if (stream.destroyed) return;
        breaks += 1;
        if (breaks > MAX_BREAKS) throw toStorageError(error);
      }
      if (received === size) return;
      ({ body } = await get(`bytes=${start + received}-${start + size - 1}`, first.ETag));
    }
  }

  const stream = Readable.from(read(), { objectMode: false });
  // Also when nobody has begun to read.
  stream.once('close', () => first.body.destroy());
  return { stream, size };
}
