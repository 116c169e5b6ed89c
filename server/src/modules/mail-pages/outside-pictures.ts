import { fileTypeFromBuffer } from 'file-type';
import type { HttpClient } from '../../platform/outgoing/http-client.ts';

/** A picture that lies outside, by its place among the addresses. */
export interface OpenedPicture {
  place: number;
  mime: string;
  bytes: Buffer;
}

const PICTURE_BYTES = 1024 * 1024;
const PAGE_BYTES = 6 * 1024 * 1024;
const PATIENCE_MS = 8_000;
const AT_ONCE = 6;
/** Senders count who follows a link before they show what it leads to. */
const MAX_REDIRECTS = 3;
/** What every program shows, and none runs. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * Fetches pictures of a mail's page, by this server and not by its reader, whom their owner would otherwise learn of. What does not
 * come in time, is too large or no picture is left out.
 */
export async function openPictures(http: HttpClient, addresses: readonly string[]): Promise<OpenedPicture[]> {
  const opened: OpenedPicture[] = [];
  const until = AbortSignal.timeout(PATIENCE_MS);
  let left = PAGE_BYTES;
  for (let from = 0; from < addresses.length && left > 0; from += AT_ONCE) {
    const some = addresses.slice(from, from + AT_ONCE);
    const found = await Promise.all(
      some.map((address, index) => openPicture(http, address, from + index + 1, until)),
    );
    for (const picture of found) {
      if (!picture || picture.bytes.length > left) continue;
      left -= picture.bytes.length;
      opened.push(picture);
    }
  }
  return opened;
}

async function openPicture(
  http: HttpClient,
  address: string,
  place: number,
  signal: AbortSignal,
): Promise<OpenedPicture | null> {
  try {
    let url = address;
    for (let turn = 0; turn <= MAX_REDIRECTS; turn++) {
      const asked = { method: 'GET', url, timeoutMs: PATIENCE_MS, maxBytes: PICTURE_BYTES, signal } as const;
      const { status, headers, bytes } = await http.send(asked);
      const next = headers.location;
      if (status >= 300 && status < 400 && next) {
        url = new URL(next, url).href;
        continue;
      }
      const mime = status === 200 ? (await fileTypeFromBuffer(bytes))?.mime : undefined;
      return mime && SHOWN.has(mime) ? { place, mime, bytes } : null;
    }
  } catch {
    // Nobody is there, or it is none of the addresses that we go to: the page shows the alternative text.
  }
  return null;
}
