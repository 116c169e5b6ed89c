import {
  areJidsSameUser,
  type BinaryNode,
  getBinaryNodeChildren,
  getStatusFromReceiptType,
  isJidGroup,
  type WASocket,
} from '@whiskeysockets/baileys';
import type { ChannelEvent } from '../channel.ts';
import { addressOf, participantOf, type Self } from './identity.ts';
import { mapTicks } from './mapper.ts';
import { takeOver } from './order.ts';
import { createResends } from './resends.ts';

interface OwnJids {
  id: string;
  lid: string;
}

/**
 * The library confirms a receipt before its ticks are stored, and WhatsApp never repeats it: a process
 * that dies in between would lose that tick. So ticks are stored first, and only then does the library see the
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

/** Extracts the ticks of a receipt; null for requests and anything else. In a group each member has its own. */
function ticksOf({ attrs, content }: BinaryNode, own: OwnJids, self: Self): ChannelEvent | null {
  const { id, from = '', recipient, participant, type, t } = attrs;
  const inGroup = isJidGroup(from);
  const author = participant ?? from;
  const isOwnDevice = areJidsSameUser(author, author.endsWith('@lid') ? own.lid : own.id);
  const fromMe = !recipient || (type === 'sender' && isOwnDevice);
  const chat = addressOf([isOwnDevice ? recipient : from], self);
  if (!fromMe || !chat || (inGroup && isOwnDevice)) return null;
  const [list] = Array.isArray(content) ? content : [];
  const others = getBinaryNodeChildren(list, 'item').map((item) => item.attrs.id);
  const by = inGroup ? participantOf({ participant: participant ?? null }) : '';
  if (inGroup && !by) return null;
  return mapTicks(chat, [id, ...others], getStatusFromReceiptType(type), instantOf(t), by);
}

/** The receipt's time, never in the future. */
function instantOf(seconds: string | undefined): Date {
  const ms = Number(seconds) * 1000;
  return new Date(ms > 0 ? Math.min(ms, Date.now()) : Date.now());
}
