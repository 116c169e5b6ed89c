import type { HubChannel } from '@balcao/shared/features/connections/credentials.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import {
  type ChannelErrorCode,
  type ChannelEvent,
  type ChatAddress,
  type InboundContent,
  MAX_TAP_CHARS,
  type MediaContent,
} from '../channel.ts';
import { foundWords } from '../found-words.ts';
import { referralOfStart } from '../referral-parts.ts';
import type { HubIncoming, HubNotice, HubStatus } from './notices.ts';

/** Maximum size that is kept of a message we do not understand. */
const RAW_BYTES = 64 * 1024;
const NAME_CHARS = 200;

/** The channel that a connection is, at the hub. */
export interface HubLine {
  channel: HubChannel;
  channelId: string;
}

/**
 * What the hub tells of this channel, in the words of the port; nothing for groups, for what we said ourselves, and for
 * another channel's.
 *
 * @param at when it was told: the hub's own times have no zone
 */
export function eventsOf(notice: HubNotice, line: HubLine, at: Date): ChannelEvent[] {
  if (notice.type === 'MESSAGE_STATUS') return statusOf(notice, at);
  const { id, from, to, direction, visitor, isGroup, contents } = notice.message;
  if (to !== line.channelId || direction === 'OUT' || isGroup) return [];
  const chat = chatOf(line, from);
  return (contents ?? []).map((content, index) => ({
    kind: 'message.received',
    message: {
      chat,
      // A message of several parts has one id.
      ref: { id: index === 0 ? id : `${id}/${index}`, fromMe: false, participant: '' },
      authorName: clean(visitor.name).trim().slice(0, NAME_CHARS),
      content: contentOf(content, line),
      quotedId: null,
      quotedText: '',
      forwarded: false,
      // Of the other messengers the hub does not tell it.
      referral: line.channel === 'telegram' ? referralOfStart(content.text) : null,
      at,
    },
  }));
}

/** Pages and profiles know people by ids of their own; Telegram's are the same for every bot. */
function chatOf({ channel, channelId }: HubLine, person: string): ChatAddress {
  const value = channel === 'telegram' ? person : `${channelId}/${person}`;
  return { kind: 'direct', identities: [{ kind: channel, value }] };
}

/** That it was sent the call itself has told. */
function statusOf({ messageId, messageStatus }: HubStatus, at: Date): ChannelEvent[] {
  const ids = [messageId];
  if (messageId === '') return [];
  switch (messageStatus.code.toUpperCase()) {
    case 'DELIVERED':
    case 'READ': {
      const status = messageStatus.code.toUpperCase() === 'READ' ? 'read' : 'delivered';
      return [{ kind: 'message.status_changed', chat: null, ids, status, at, participant: '' }];
    }
    case 'REJECTED':
    case 'ERROR': {
      const why = `${messageStatus.description} ${messageStatus.error?.message ?? ''}`;
      return [{ kind: 'message.failed', ids, code: refusalOf(why) }];
    }
    default:
      return [];
  }
}

/** What Meta's messengers say, which the hub passes on in words. */
export function refusalOf(why: string): ChannelErrorCode {
  if (/outside.*window|24[ -]?h|allowed window/i.test(why)) return 'outside_service_window';
  if (/blocked|opted out|isn't available|not available/i.test(why)) return 'blocked_by_contact';
  if (/not found|no matching user|unknown recipient/i.test(why)) return 'recipient_not_found';
  if (/too (big|large|long)|size/i.test(why)) return 'too_large';
  return 'invalid_content';
}

/** Words that people write or tap. */
const WRITTEN = ['text', 'reply_text', 'postback', 'quick_reply', 'button'];

function contentOf(content: HubIncoming, line: HubLine): InboundContent {
  const { type, text, payload, latitude, longitude, fileUrl, fileMimeType, fileName, fileCaption } = content;
  if (fileUrl) {
    const kind = kindOf(fileMimeType);
    return {
      kind,
      text: clean(fileCaption || text),
      mime: fileMimeType.includes('/') ? fileMimeType : 'application/octet-stream',
      fileName: clean(fileName).slice(0, NAME_CHARS),
      size: null,
      sha256: null,
      width: null,
      height: null,
      seconds: null,
      voice: kind === 'audio' && isSpeech(fileMimeType, line),
      waveform: null,
      source: Buffer.from(fileUrl),
    };
  }
  if (latitude !== undefined && longitude !== undefined) {
    const words = clean([content.name, content.address].filter(Boolean).join(', '));
    return { kind: 'location', latitude, longitude, text: words, thumbnail: null };
  }
  const words = clean(text || foundWords(content, []));
  // What is tapped has something behind it.
  if (words && (payload || WRITTEN.includes(type)))
    return { kind: 'text', text: words, ...(payload ? { tap: clean(payload).slice(0, MAX_TAP_CHARS) } : {}) };
  return {
    kind: 'unsupported',
    type: clean(type).slice(0, 60),
    text: words,
    raw: Buffer.from(JSON.stringify(content)).subarray(0, RAW_BYTES),
  };
}

/** Meta's messengers let people record and send no other sound; Telegram records in a form of its own. */
const isSpeech = (type: string, { channel }: HubLine): boolean =>
  channel !== 'telegram' || /^audio\/ogg/i.test(type);

/** The hub says a type, or only what sort it is. */
function kindOf(type: string): MediaContent['kind'] {
  const sort = type.split('/')[0];
  if (sort === 'image' || sort === 'photo') return 'image';
  return sort === 'video' || sort === 'audio' ? sort : 'document';
}

/** Strangers write it: no half characters, nothing that a text of PostgreSQL cannot hold. */
const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '').slice(0, MESSAGE_MAX_CHARS);
