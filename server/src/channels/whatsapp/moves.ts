import { type BinaryNode, getBinaryNodeChild, type WASocket } from '@whiskeysockets/baileys';
import type { ChannelEvent } from '../channel.ts';
import { addressOf, type Self } from './identity.ts';

/** People who have another number, which the library leaves unread. With the number the LID is another one. */
export function listenForMoves(sock: WASocket, self: () => Self, emit: (event: ChannelEvent) => void): void {
  sock.ws.on('CB:notification,type:contacts', (node: BinaryNode) => {
    const attrs = getBinaryNodeChild(node, 'modify')?.attrs;
    const from = attrs && addressOf([attrs.old_lid, attrs.old], self());
    const to = attrs && addressOf([attrs.new_lid, attrs.new], self());
    const at = new Date(Math.min(Number(node.attrs.t) * 1_000 || Date.now(), Date.now()));
    if (from?.kind === 'direct' && to?.kind === 'direct') emit({ kind: 'contact.moved', from, to, at });
  });
}
