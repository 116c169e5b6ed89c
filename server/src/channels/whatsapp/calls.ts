import type { WACallEvent, WASocket } from '@whiskeysockets/baileys';
import type { ChannelEvent, ChatAddress } from '../channel.ts';
import { isName } from './hostile.ts';
import { addressOf, type Self } from './identity.ts';

/** Maximum number of ringing calls that are remembered. */
const MAX_RINGING = 100;

/**
 * Reports calls to the conversation: one that rings, and one that was missed. The library confirms them
 * before they are stored, so a process that dies in that moment loses the record of a call.
 */
export function listenForCalls(sock: WASocket, self: () => Self, emit: (event: ChannelEvent) => void): void {
  const ringing = new Map<string, { chat: ChatAddress; video: boolean; at: Date }>();

  function heard({ id, chatId, from, callerPn, status, isVideo, isGroup, date, offline }: WACallEvent): void {
    const chat = addressOf([from, callerPn, chatId], self());
    if (!isName(id) || chat?.kind !== 'direct' || isGroup) return;
    const at = new Date(Math.min(date.getTime() || Date.now(), Date.now()));
    if (status === 'offer') {
      ringing.set(id, { chat, video: isVideo === true, at });
      if (ringing.size > MAX_RINGING) for (const oldest of ringing.keys()) if (ringing.delete(oldest)) break;
      // A call from the time offline is long over.
      if (offline) missed(id);
      else emit({ kind: 'call.offered', chat, id, video: isVideo === true, at });
      // The call was accepted on the phone.
    } else if (status === 'accept') ringing.delete(id);
    else if (status === 'timeout' || status === 'terminate' || status === 'reject') missed(id);
  }

  function missed(id: string): void {
    const call = ringing.get(id);
    if (!call || !ringing.delete(id)) return;
    const { chat, video, at } = call;
    const ref = { id, fromMe: false, participant: '' };
    const content = { kind: 'call', video, refused: false } as const;
    const message = {
      chat,
      ref,
      authorName: '',
      content,
      quotedId: null,
      quotedText: '',
      forwarded: false,
      referral: null,
      at,
    };
    emit({ kind: 'message.received', message });
  }

  sock.ev.on('call', (calls) => calls.forEach(heard));
}
