import type { WASocket } from '@whiskeysockets/baileys';
import { ChannelError, type ChatAddress } from '../channel.ts';
import { jidOfIdentity } from './identity.ts';
import { sendingError } from './outgoing.ts';

/**
 * A block names somebody by LID and number. A session that was linked anew knows no pairs, and the library does not ask
 * for them: it is told of the one we know.
 */
export async function setBlocked(sock: WASocket, chat: ChatAddress, blocked: boolean): Promise<void> {
  const jids = chat.identities.map(jidOfIdentity);
  const [lid, pn] = jids;
  try {
    if (lid && pn) await sock.signalRepository.lidMapping.storeLIDPNMappings([{ lid, pn }]);
    await sock.updateBlockStatus(jids[0] ?? '', blocked ? 'block' : 'unblock');
  } catch (error) {
    throw isRefusal(error)
      ? new ChannelError('recipient_not_found', (error as Error).message, { cause: error })
      : sendingError(error);
  }
}

/** Somebody without a LID, or what WhatsApp answers for good; it is asked again when it has trouble or had enough of us. */
function isRefusal(error: unknown): boolean {
  const { output, data } = error as { output?: { statusCode?: number }; data?: unknown };
  if (output?.statusCode === 400) return true;
  return typeof data === 'number' && data >= 400 && data < 500 && data !== 429;
}
