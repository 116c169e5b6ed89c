import { emojiOrNothing } from '@balcao/shared/features/messages/commands.ts';
import {
  isJidBroadcast,
  isJidGroup,
  isJidStatusBroadcast,
  proto,
  type WAMessage,
} from '@whiskeysockets/baileys';
import type {
  ChangedRef,
  ChannelErrorCode,
  ChannelEvent,
  ChatAddress,
  DeliveryStatus,
  MessageChange,
  MessageRef,
  Person,
} from '../channel.ts';
import { contentOf, contextOf, textOf } from './content.ts';
import { clean } from './hostile.ts';
import { addressOf, participantOf, type Self } from './identity.ts';
import { referralOf } from './referral.ts';
import { packVote } from './votes.ts';
import { unwrap } from './wrappers.ts';

const { Status } = proto.WebMessageInfo;
const { Type } = proto.Message.ProtocolMessage;

const ID_CHARS = 128;

/** The library's numbers. On its way (1) is no news, and the sender handles a refusal (0, `acks.ts`). */
const STATUSES: { [status: number]: DeliveryStatus } = {
  [Status.SERVER_ACK]: 'sent',
  [Status.DELIVERY_ACK]: 'delivered',
  [Status.READ]: 'read',
  [Status.PLAYED]: 'played',
};

/** Codes of a refused message. Any other code blames the message itself. */
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

/**
 * A message that came, was sent by another of our devices, or was delivered late: all alike (hazards H2 and H3).
 *
 * @param plain what was decrypted, where it is still known
 */
export function mapUpsert(message: WAMessage, self: Self, plain: Uint8Array | null = null): ChannelEvent[] {
  const { key } = message;
  const chat = addressOf(chatOf(key), self);
  const ref = refOf(key);
  if (!chat || !ref || message.category === 'peer') return [];
  const change = changeOf(message, chat, ref);
  if (change) return [change];
  const content = contentOf(message, plain);
  if (!content) return [];
  const received: ChannelEvent = {
    kind: 'message.received',
    message: {
      chat,
      ref,
      authorName: nameOf(message),
      content,
      ...contextOf(message.message),
      referral: referralOf(message),
      at: timeOf(message),
    },
  };
  const tick = ref.fromMe ? mapTicks(chat, [ref.id], message.status, timeOf(message)) : null;
  return tick ? [received, tick] : [received];
}

/** Maps updates of messages that we sent to ticks. */
export function mapTicks(
  chat: ChatAddress,
  ids: readonly (string | undefined)[],
  status: number | null | undefined,
  at: Date,
  participant = '',
): ChannelEvent | null {
  const known = ids.flatMap((id) => clean(id, ID_CHARS) || []);
  const reached = STATUSES[status ?? -1];
  return reached && known.length > 0
    ? { kind: 'message.status_changed', chat, ids: known, status: reached, at, participant }
    : null;
}

/**
 * The change that a message makes to an earlier one, or null. The library reports changes too, but folds them,
 * and a crash would lose them.
 */
function changeOf(message: WAMessage, chat: ChatAddress, author: MessageRef): ChannelEvent | null {
  const content = unwrap(message.message).message;
  const { protocolMessage: protocol, reactionMessage: reaction } = content;
  const by: Person = { key: author.fromMe ? 'me' : author.participant, name: nameOf(message) };
  const changed = (ref: MessageRef | null, change: MessageChange): ChannelEvent | null =>
    ref && { kind: 'message.changed', chat, ref, change };

  if (protocol) {
    // Only the sender's own message in the same chat may be changed, whatever the key says.
    const id = clean(protocol.key?.id, ID_CHARS);
    const ref = id ? { ...author, id } : null;
    if (protocol.type === Type.REVOKE) return changed(ref, { kind: 'delete' });
    const text = protocol.type === Type.MESSAGE_EDIT ? textOf(protocol.editedMessage) : '';
    return text ? changed(ref, { kind: 'edit', text }) : null;
  }
  if (reaction) {
    const emoji = emojiOrNothing.safeParse(reaction.text ?? '');
    return emoji.success ? changed(anyOf(reaction.key), { kind: 'react', by, emoji: emoji.data }) : null;
  }
  const vote = packVote(message, content);
  const subject = content.pollUpdateMessage
    ? anyOf(content.pollUpdateMessage.pollCreationMessageKey)
    : anyonesOf(content.encEventResponseMessage?.eventCreationMessageKey);
  return (
    vote && subject && { kind: 'message.changed', chat, ref: subject, change: { kind: 'vote', by, vote } }
  );
}

/** A message of the chat, when the library has not turned its key round. */
function anyonesOf(key: proto.IMessageKey | null | undefined): ChangedRef | null {
  const id = clean(key?.id, ID_CHARS);
  return id ? { id, fromMe: null, participant: '' } : null;
}

/** A reference from our own side to a message of any author: the library has turned the key round (`cleanMessage`). */
function anyOf(key: proto.IMessageKey | null | undefined): MessageRef | null {
  const id = clean(key?.id, ID_CHARS);
  return id ? { id, fromMe: key?.fromMe === true, participant: '' } : null;
}

function nameOf(message: WAMessage): string {
  if (message.key.fromMe) return '';
  return clean(message.verifiedBizName || message.pushName, 200).trim();
}

/** Names of the chat. A message through a broadcast list belongs to the chat with its author. */
function chatOf({ remoteJid, remoteJidAlt, participant, fromMe }: WAMessage['key']) {
  const list = isJidBroadcast(remoteJid ?? undefined) && !isJidStatusBroadcast(remoteJid ?? '');
  return [list && !fromMe ? participant : remoteJid, remoteJidAlt];
}

/** We are the author of our own messages in a group; those that we sent from here carry no author either. */
function refOf(key: WAMessage['key']): MessageRef | null {
  const id = clean(key.id, ID_CHARS);
  const fromMe = key.fromMe === true;
  const participant = isJidGroup(key.remoteJid ?? undefined) && !fromMe ? participantOf(key) : '';
  return id ? { id, fromMe, participant } : null;
}

/** The server's time; never in the future, where it would sort below everything that follows. */
function timeOf(message: WAMessage): Date {
  const seconds = Number(message.messageTimestamp);
  const ms = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : Date.now();
  return new Date(Math.min(ms, Date.now()));
}
