import { createDecipheriv } from 'node:crypto';
import { DEFAULT_ORIGIN, getMediaKeys, type MediaType, proto, type WASocket } from '@whiskeysockets/baileys';
import { ChannelError } from '../channel.ts';
import { withDeadline } from '../deadline.ts';
import { type Endpoint, MEDIA_HOST } from './endpoint.ts';

/** Maximum wait between two chunks of a file. */
const SILENCE_MS = 30_000;
/** Maximum wait for the phone to upload a file again; it may be switched off. */
const REUPLOAD_MS = 30_000;
const BLOCK_BYTES = 16;

const TYPES = {
  imageMessage: 'image',
  videoMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
} as const satisfies { [field: string]: MediaType };

type Field = keyof typeof TYPES;

/**
 * The decrypted file. A file that has left WhatsApp's store after some weeks is requested once more from the phone: the
 * library means to do that itself and never does (hazard H13, Baileys #2767).
 */
export async function openMedia(
  sock: WASocket,
  endpoint: Endpoint,
  source: Uint8Array,
): Promise<AsyncIterable<Uint8Array>> {
  const info = proto.WebMessageInfo.decode(source);
  try {
    return await download(endpoint, info.message);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  const { key, message } = info;
  if (!key) throw new ChannelError('media_expired');
  const renewed = await withDeadline(
    REUPLOAD_MS,
    sock.updateMediaMessage({ key, message: message ?? {} }),
  ).catch((cause: unknown) => {
    throw new ChannelError('media_expired', 'the phone does not have it any more', { cause });
  });
  return download(endpoint, renewed.message);
}

async function download(endpoint: Endpoint, message: proto.IMessage | null | undefined) {
  const field = (Object.keys(TYPES) as Field[]).find((name) => message?.[name]);
  const part = field && message?.[field];
  // A path without its slash would put another host into the address.
  if (!field || !part?.mediaKey || !part.directPath?.startsWith('/'))
    throw new ChannelError('invalid_content', 'nothing to fetch');
  const keys = await getMediaKeys(part.mediaKey, TYPES[field]);
  const response = await fetch(`https://${MEDIA_HOST}${part.directPath}`, {
    ...endpoint.media,
    headers: { Origin: DEFAULT_ORIGIN },
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new DownloadRefused(response.status);
  }
  return decrypt(untilSilent(response.body), keys);
}

class DownloadRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the media host answered ${status}`);
    this.status = status;
  }
}

async function* untilSilent(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const piece = await withDeadline(SILENCE_MS, pieces.next());
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    // The reader wants no more; a silent peer may not even answer the cancellation.
    void pieces.return?.().catch(() => {});
  }
}

/**
 * The library is not used for this: its streams throw unhandled, and end the process, when a key is wrong or a
 * connection breaks. Ten bytes of a checksum follow the last block; the hash of the whole file decides.
 */
async function* decrypt(
  pieces: AsyncIterable<Uint8Array>,
  { cipherKey, iv }: { cipherKey: Uint8Array; iv: Uint8Array },
): AsyncGenerator<Uint8Array> {
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % BLOCK_BYTES);
    rest = bytes.subarray(whole);
    yield decipher.update(bytes.subarray(0, whole));
  }
  yield decipher.final();
}

function isGone(error: unknown): boolean {
  return error instanceof DownloadRefused && (error.status === 404 || error.status === 410);
}
