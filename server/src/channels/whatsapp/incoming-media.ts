import { downloadContentFromMessage, type MediaType, proto, type WASocket } from '@whiskeysockets/baileys';
import { ChannelError } from '../channel.ts';
import { withDeadline } from './deadline.ts';
import { type Endpoint, MEDIA_HOST } from './endpoint.ts';

/** Between two pieces of a file. */
const SILENCE_MS = 30_000;
/** For the phone to upload a file again; it may be switched off. */
const REUPLOAD_MS = 30_000;

const TYPES = {
  imageMessage: 'image',
  videoMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
} as const satisfies { [field: string]: MediaType };

type Field = keyof typeof TYPES;

/**
 * The decrypted file. One that has left WhatsApp's store after some weeks is asked for once more from the phone: the
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
  const stream = await downloadContentFromMessage(
    { mediaKey: part.mediaKey, directPath: part.directPath },
    TYPES[field],
    { host: MEDIA_HOST, options: endpoint.media },
  );
  return untilSilent(stream);
}

/** The library's stream does not end when its source breaks. */
async function* untilSilent(stream: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]();
  for (;;) {
    const piece = await withDeadline(SILENCE_MS, pieces.next());
    if (piece.done) return;
    yield piece.value as unknown as Uint8Array;
  }
}

function isGone(error: unknown): boolean {
  const code = (error as { output?: { statusCode?: number } }).output?.statusCode;
  return code === 404 || code === 410;
}
