import { DEFAULT_ORIGIN, type WASocket } from '@whiskeysockets/baileys';
import { ChannelError } from '../channel.ts';
import type { Endpoint } from './endpoint.ts';

/** The public host of profile pictures; whatever an answer names, only this host is queried. */
const PICTURE_HOST = 'pps.whatsapp.net';
const ASK_MS = 10_000;
/** The person has none, or hides it from us. */
const NONE = [401, 403, 404];

/** The profile picture of a person or a group; null when there is none for us. */
export async function openPicture(
  sock: WASocket,
  endpoint: Endpoint,
  jid: string,
): Promise<AsyncIterable<Uint8Array> | null> {
  const address = await addressOfPicture(sock, jid);
  if (!address) return null;
  const { pathname, search } = new URL(address);
  const response = await fetch(`https://${PICTURE_HOST}${pathname}${search}`, {
    ...endpoint.media,
    headers: { Origin: DEFAULT_ORIGIN },
    signal: AbortSignal.timeout(ASK_MS),
  });
  if (response.ok && response.body) return response.body;
  await response.body?.cancel();
  throw new ChannelError('media_expired', `the picture host answered ${response.status}`);
}

async function addressOfPicture(sock: WASocket, jid: string): Promise<string | undefined> {
  try {
    return await sock.profilePictureUrl(jid, 'image', ASK_MS);
  } catch (error) {
    const { data } = error as { data?: unknown };
    if (NONE.includes(Number(data))) return undefined;
    throw error;
  }
}
