import {
  areJidsSameUser,
  type BinaryNode,
  getBinaryNodeChildren,
  getStatusFromReceiptType,
  isJidGroup,
  type WASocket,
} from '@whiskeysockets/baileys';
import type { ChannelEvent } from '../channel.ts';
import { addressOf, type Self } from './identity.ts';
import { mapTicks } from './mapper.ts';
import { takeOver } from './order.ts';
import { createResends } from './resends.ts';

interface OwnJids {
  id: string;
  lid: string;
}

/**
 * The library confirms a receipt before anybody has stored what it says, and WhatsApp never says it again: a process
 * that dies in between would have lost that tick. So ticks are stored first, and only then does the library see the
 * receipt.
 */
export function storeTicksFirst(
  sock: WASocket,
  own: () => OwnJids,
  self: () => Self,
  emit: (event: ChannelEvent, stored: () => void) => void,
  resends: Parameters<typeof createResends>[2],
): void {
  const { handle, listen } = takeOver(sock, 'CB:receipt');
  const sendAgain = createResends(sock, handle, resends);
  listen((node) => {
    if (node.attrs.type === 'retry') return sendAgain(node);
    const ticks = ticksOf(node, own(), self());
    if (ticks) emit(ticks, () => void handle(node));
    else handle(node);
  });
}

/** What a receipt says of our messages in a chat of two; null for requests and whatever else. */
function ticksOf({ attrs, content }: BinaryNode, own: OwnJids, self: Self): ChannelEvent | null {
  const { id, from = '', recipient, participant, type } = attrs;
  const isOwnDevice = areJidsSameUser(participant ?? from, from.endsWith('@lid') ? own.lid : own.id);
  const fromMe = !recipient || (type === 'sender' && isOwnDevice);
  const chat = addressOf([isOwnDevice ? recipient : from], self);
  if (!fromMe || !chat || isJidGroup(from)) return null;
  const [list] = Array.isArray(content) ? content : [];
  const others = getBinaryNodeChildren(list, 'item').map((item) => item.attrs.id);
  return mapTicks(chat, [id, ...others], getStatusFromReceiptType(type));
}
