import { finished, PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** For so long somebody who has been answered may go on sending. */
const MAX_LINGER_MS = 30_000;

/**
 * A caller may be answered before all of the body is here: it is too large, takes too long, or is not needed. What the
 * caller still sends is dropped, or the next request on the same line, perhaps another person's behind a proxy, would
 * wait behind it for ever; a line on which it does not end is cut. It is not closed at once, because then the answer could
 * be lost with it.
 */
export function dropWhatIsLeft(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    // Requests that are injected do not say it, and have no line.
    if (raw.complete !== false) return;
    const line = raw.socket;
    const late = setTimeout(() => line.destroy(), MAX_LINGER_MS);
    raw.once('close', () => clearTimeout(late));
    raw.unpipe();
    raw.resume();
  });
}

/** The bytes of a body for their reader, who may stop in the middle and close them: the line goes on. */
export function bytesOf(payload: Readable): Readable {
  const bytes = new PassThrough();
  // There may be no reader any more.
  bytes.on('error', () => {});
  finished(payload, (error) => {
    if (error) bytes.destroy(error);
  });
  return payload.pipe(bytes);
}
