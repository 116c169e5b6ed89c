import {
  isJidBroadcast,
  isJidGroup,
  isJidStatusBroadcast,
  normalizeMessageContent,
  proto,
  type WAMessage,
} from '@whiskeysockets/baileys';
import type { ChannelErrorCode, ChannelEvent, ChatAddress, DeliveryStatus, MessageRef } from '../channel.ts';
import { contentOf, quotedIdOf, textOf } from './content.ts';
import { clean } from './hostile.ts';
import { addressOf, participantOf, type Self } from './identity.ts';

const { Status } = proto.WebMessageInfo;
const { Type } = proto.Message.ProtocolMessage;

const ID_CHARS = 128;

/** The library's numbers. On its way (1) is no news, and a refusal (0) is heard by whoever sends (`acks.ts`). */
const STATUSES: { [status: number]: DeliveryStatus } = {
  [Status.SERVER_ACK]: 'sent',
  [Status.DELIVERY_ACK]: 'delivered',
  [Status.READ]: 'read',
  [Status.PLAYED]: 'played',
};

/** Codes of a refused message. Whatever else comes is a fault of what was sent. */
const REFUSALS: { [code: string]: ChannelErrorCode } = {
  '404': 'recipient_not_found',
  '429': 'rate_limited',
  /** No privacy token, or the account may not start chats: another try makes it worse (hazard H20). */
  '463': 'contact_restricted',
  '479': 'stale_session',
};

export function refusalOf(code: string | undefined): ChannelErrorCode {
  return REFUSALS[code ?? ''] ?? 'invalid_content';
}

/** A message that came, was sent by another of our devices, or was delivered late: all alike (hazards H2 and H3). */
export function mapUpsert(message: WAMessage, self: Self): ChannelEvent[] {
  const { key } = message;
  const chat = addressOf(chatOf(key), self);
  const ref = refOf(key);
  if (!chat || !ref || message.category === 'peer') return [];
  const change = changeOf(message, chat, ref);
  if (change) return [change];
  const content = contentOf(message);
  if (!content) return [];
  const received: ChannelEvent = {
    kind: 'message.received',
    message: {
      chat,
      ref,
      authorName: ref.fromMe ? '' : clean(message.verifiedBizName || message.pushName, 200).trim(),
      content,
      quotedId: quotedIdOf(message.message),
      at: timeOf(message),
    },
  };
  const tick = ref.fromMe ? mapTicks(chat, [ref.id], message.status) : null;
  return tick ? [received, tick] : [received];
}

/** What became of messages that we sent. */
export function mapTicks(
  chat: ChatAddress,
  ids: readonly (string | undefined)[],
  status: number | null | undefined,
): ChannelEvent | null {
  const known = ids.flatMap((id) => clean(id, ID_CHARS) || []);
  const reached = STATUSES[status ?? -1];
  return reached && known.length > 0
    ? { kind: 'message.status_changed', chat, ids: known, status: reached }
    : null;
}

/**
 * What a message does to an earlier one; null when it does nothing. It may only be one of the same author in the same
 * chat, whatever its key says. The library tells of changes too, but folds them, and a crash would lose them.
 */
function changeOf(message: WAMessage, chat: ChatAddress, author: MessageRef): ChannelEvent | null {
  const protocol = normalizeMessageContent(message.message ?? undefined)?.protocolMessage;
  const id = clean(protocol?.key?.id, ID_CHARS);
  if (!protocol || !id) return null;
  const ref = { ...author, id };
  if (protocol.type === Type.REVOKE) return { kind: 'message.deleted', chat, ref };
  const text = protocol.type === Type.MESSAGE_EDIT ? textOf(protocol.editedMessage) : '';
  return text ? { kind: 'message.edited', chat, ref, text } : null;
}

/** Names of the chat. What comes through a broadcast list belongs to the chat with its author. */
function chatOf({ remoteJid, remoteJidAlt, participant, fromMe }: WAMessage['key']) {
  const list = isJidBroadcast(remoteJid ?? undefined) && !isJidStatusBroadcast(remoteJid ?? '');
  return [list && !fromMe ? participant : remoteJid, remoteJidAlt];
}

/** Of our own messages in a group we are the author; those that we sent from here do not say so either. */
function refOf(key: WAMessage['key']): MessageRef | null {
  const id = clean(key.id, ID_CHARS);
  const fromMe = key.fromMe === true;
  const participant = isJidGroup(key.remoteJid ?? undefined) && !fromMe ? participantOf(key) : '';
  return id ? { id, fromMe, participant } : null;
}

/** The server's time; never in the future, where it would stand below everything that follows. */
function timeOf(message: WAMessage): Date {
  const seconds = Number(message.messageTimestamp);
  const ms = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : Date.now();
  return new Date(Math.min(ms, Date.now()));
}
