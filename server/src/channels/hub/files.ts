import type { HttpClient } from '../../platform/outgoing/http-client.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import { ChannelError } from '../channel.ts';

const DOWNLOAD_MS = 120_000;
/** What is kept of it is the storage's to limit. */
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_REDIRECTS = 3;

/** The file at an address that the hub told: anywhere outside, for as long as that address lasts. */
export async function openLinked(http: HttpClient, url: string): Promise<AsyncIterable<Uint8Array>> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await http
      .open({ method: 'GET', url: target, timeoutMs: DOWNLOAD_MS, maxBytes: MAX_BYTES })
      .catch((cause: unknown) => {
        throw unopened(cause);
      });
    if (answer.status === 200) return answer.bytes;
    // A generator that was never begun ends nothing.
    for await (const _chunk of answer.bytes) break;
    const next = answer.headers.location;
    if (answer.status < 300 || answer.status >= 400 || !next || !URL.canParse(next, target))
      throw new ChannelError(
        answer.status >= 500 ? 'not_connected' : 'media_expired',
        `status ${answer.status}`,
      );
    target = new URL(next, target).href;
  }
  throw new ChannelError('media_expired', 'an address that leads to no end');
}

function unopened(cause: unknown): ChannelError {
  const isForbidden = cause instanceof OutsideError && cause.problem === 'forbidden';
  return new ChannelError(isForbidden ? 'media_expired' : 'not_connected', String(cause), { cause });
}
