import { writeVcard } from '@balcao/shared/features/contacts/vcard/write-vcard.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { APPOINTMENT_ANSWERS } from '@balcao/shared/features/messages/row.ts';
import { proto, type WAMessage } from '@whiskeysockets/baileys';
import { ARRIVAL } from '../card-parts.ts';
import { type InboundContent, MAX_TAP_CHARS, type MediaContent } from '../channel.ts';
import { fittingCards } from '../contact-cards.ts';
import { foundWords } from '../found-words.ts';
import { unpadded, wordsInBytes } from './bytes-words.ts';
import { placeOf } from './cards/business.ts';
import { cardOf } from './cards/card.ts';
import { fileOfCard } from './cards/file.ts';
import { isDrawn, stickerOf } from './cards/stickers.ts';
import { clean, count, nothing } from './hostile.ts';
import { isSilent } from './message-kinds.ts';
import { plainTextOf } from './plain-text.ts';
import { contextInfoOf, referralOf } from './referral.ts';
import { joinSeveral, wordsOfSeveral } from './several.ts';
import { tapOf, unreadFormOf, wordsOf } from './words.ts';
import { unwrap } from './wrappers.ts';

/** Maximum size that is kept of a message we do not understand. */
const RAW_BYTES = 64 * 1024;
const THUMBNAIL_BYTES = 32 * 1024;
const SNIPPET_CHARS = 200;
/** What a message answers is not what it says. */
const BESIDES = ['contextInfo'];
/** WhatsApp allows twelve. */
const POLL_OPTIONS = 20;
const WAVEFORM_BYTES = 64;

/**
 * Extracts what a message shows to a person; null when it shows nothing. A stranger wrote all of it: a part that
 * cannot be read becomes `unsupported`, with the original kept.
 *
 * @param plain what was decrypted, where it is still known
 */
export function contentOf(message: WAMessage, plain: Uint8Array | null = null): InboundContent | null {
  const { messageStubType } = message;
  if (!message.message) {
    if (messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT) return { kind: 'unavailable' };
    if (message.key.isViewOnce) return { kind: 'viewOnce', of: null };
    // Notes of the system: calls, members, settings.
    return null;
  }
  return readContent(message, message.message, plain);
}

/** The text that a message shows beside or instead of a file; empty when it has none. */
export function textOf(outer: proto.IMessage | null | undefined): string {
  const { message } = unwrap(outer);
  return clean(plainTextOf(message) || wordsOf(message), MESSAGE_MAX_CHARS);
}

export interface Context {
  /** The message that this one answers. */
  quotedId: string | null;
  /** The snippet that the reply shows of the quoted message. */
  quotedText: string;
  forwarded: boolean;
}

/** The fields of a message that relate it to others. */
export function contextOf(outer: proto.IMessage | null | undefined): Context {
  const { message } = unwrap(outer);
  const context = contextInfoOf(message);
  const quotedId = clean(context?.stanzaId ?? subjectOf(outer, message)?.id, 128) || null;
  return {
    quotedId,
    quotedText: quotedId ? snippetOf(context?.quotedMessage) : '',
    forwarded: context?.isForwarded === true,
  };
}

/** The message that one without a quote is about. */
function subjectOf(outer: proto.IMessage | null | undefined, message: proto.IMessage) {
  return (
    outer?.commentMessage?.targetMessageKey ??
    message.sendPaymentMessage?.requestMessageKey ??
    message.declinePaymentRequestMessage?.key ??
    message.cancelPaymentRequestMessage?.key ??
    message.questionResponseMessage?.key
  );
}

function snippetOf(quoted: proto.IMessage | null | undefined): string {
  const { message } = unwrap(quoted);
  const name = message.contactMessage?.displayName ?? message.documentMessage?.fileName;
  const text = textOf(quoted) || clean(pollOf(message)?.name ?? name, MESSAGE_MAX_CHARS);
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, SNIPPET_CHARS);
}

/** WhatsApp has renumbered its polls several times. */
function pollOf(message: proto.IMessage): proto.Message.IPollCreationMessage | null | undefined {
  return (
    message.pollCreationMessage ??
    message.pollCreationMessageV2 ??
    message.pollCreationMessageV3 ??
    message.pollCreationMessageV5
  );
}

function readContent(
  info: WAMessage,
  outer: proto.IMessage,
  plain: Uint8Array | null,
): InboundContent | null {
  const { message, ...around } = unwrap(outer);
  const fields = Object.keys(message).filter((field) => message[field as keyof proto.IMessage] != null);
  const [type, ...others] = fields.filter((field) => !isSilent(field));
  // A kind newer than the library decodes to nothing at all.
  if (!type) return fields.every((field) => field === 'messageContextInfo') ? newer(outer, plain) : null;
  const first = readKind(info, type, message, { ...around, outer });
  if (others.length === 0) return first;
  const each = [type, ...others].map((field) =>
    readKind(info, field, { [field]: message[field as keyof proto.IMessage] }, { ...around, outer }),
  );
  return joinSeveral(first, each) ?? unsupported('several', outer, wordsOfSeveral(each));
}

function readKind(
  info: WAMessage,
  type: string,
  message: proto.IMessage,
  { viewOnce, secret, outer }: { viewOnce: boolean; secret: Uint8Array | null; outer: proto.IMessage },
): InboundContent {
  try {
    return (
      readViewOnce(message, viewOnce) ??
      readMedia(info, message) ??
      readPoll(message, secret) ??
      readPlace(message) ??
      readCall(message) ??
      readCard(info, message, secret) ??
      readArrival(info, message) ??
      readText(message) ??
      readContacts(message) ??
      unsupported(type, outer, foundWords(message, BESIDES) || unreadFormOf(message))
    );
  } catch {
    return unsupported('malformed', outer, foundWords(message, BESIDES));
  }
}

/** The position at the start of sharing; later positions reach only phones. */
function readPlace({ locationMessage, liveLocationMessage }: proto.IMessage): InboundContent | null {
  const place =
    locationMessage ??
    (liveLocationMessage && { ...liveLocationMessage, name: liveLocationMessage.caption ?? null });
  return place ? readLocation(place) : null;
}

/** A call that nobody took; one that was taken is a card. */
function readCall({ callLogMesssage: call }: proto.IMessage): InboundContent | null {
  const { MISSED, SILENCED_BY_DND, SILENCED_UNKNOWN_CALLER } = proto.Message.CallLogMessage.CallOutcome;
  const isMissed = [MISSED, SILENCED_BY_DND, SILENCED_UNKNOWN_CALLER].some(
    (outcome) => outcome === call?.callOutcome,
  );
  return isMissed ? { kind: 'call', video: call?.isVideo === true, refused: false } : null;
}

function readCard(
  info: WAMessage,
  message: proto.IMessage,
  secret: Uint8Array | null,
): InboundContent | null {
  const file = fileOfCard(message);
  const shown = file ? media(file.kind, info, file.part) : null;
  const card = cardOf(message);
  if (!card) return shown;
  const text = textOf(message);
  if (shown) return { ...shown, text, card };
  const answers =
    card.kind === 'appointment' ? { answers: { options: [...APPOINTMENT_ANSWERS], secret } } : {};
  return { kind: 'text', text, card, ...answers };
}

function readText(message: proto.IMessage): InboundContent | null {
  const tap = clean(tapOf(message), MAX_TAP_CHARS);
  // Some programs name what was tapped by its id alone.
  const text = textOf(message) || tap;
  return text ? { kind: 'text', text, ...(tap ? { tap } : {}) } : null;
}

/** Whoever taps an advertisement may send what it offers to say, or nothing: its own words are not the customer's. */
function readArrival(info: WAMessage, { extendedTextMessage: said }: proto.IMessage): InboundContent | null {
  return said && !said.text && referralOf(info) ? { kind: 'text', text: '', card: ARRIVAL } : null;
}

function readContacts({ contactMessage, contactsArrayMessage }: proto.IMessage): InboundContent | null {
  const cards = contactMessage ? [contactMessage] : (contactsArrayMessage?.contacts ?? []);
  const vcards = fittingCards(cards.flatMap((card) => vcardOf(card) || []));
  return vcards.length > 0 ? { kind: 'contacts', vcards } : null;
}

/** Somebody of whom only the name came is a card too. */
function vcardOf({ vcard, displayName }: proto.Message.IContactMessage): string {
  const name = clean(displayName, 300);
  return clean(vcard, Infinity) || (name && writeVcard({ name, phones: [] }));
}

/**
 * The file of a view-once message is not stored, although some phones send it along: the sender wants it seen once, by
 * a person holding the phone.
 */
function readViewOnce(message: proto.IMessage, isWrapped: boolean): InboundContent | null {
  const { imageMessage, videoMessage, audioMessage } = message;
  const part = imageMessage ?? videoMessage ?? audioMessage;
  if (!part || !(isWrapped || part.viewOnce)) return null;
  return { kind: 'viewOnce', of: imageMessage ? 'image' : videoMessage ? 'video' : 'audio' };
}

function readPoll(message: proto.IMessage, secret: Uint8Array | null): InboundContent | null {
  const poll = pollOf(message);
  const question = clean(poll?.name, 1_000).trim();
  const options = (poll?.options ?? []).flatMap(({ optionName }) => clean(optionName, 200) || []);
  if (!question && options.length === 0) return null;
  return {
    kind: 'poll',
    question,
    options: [...new Set(options)].slice(0, POLL_OPTIONS),
    secret,
  };
}

function readMedia(info: WAMessage, message: proto.IMessage): MediaContent | null {
  const { imageMessage, videoMessage, audioMessage, documentMessage } = message;
  if (imageMessage) return media('image', info, imageMessage);
  if (videoMessage) return media('video', info, videoMessage);
  if (message.ptvMessage) return media('video', info, message.ptvMessage);
  if (audioMessage) return media('audio', info, audioMessage);
  if (documentMessage) return media('document', info, documentMessage);
  const sticker = stickerOf(message);
  return sticker && !isDrawn(sticker) ? media('sticker', info, sticker) : null;
}

type MediaPart = proto.Message.IImageMessage &
  proto.Message.IVideoMessage &
  proto.Message.IAudioMessage &
  proto.Message.IDocumentMessage &
  proto.Message.IStickerMessage;

const FIELDS = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  document: 'documentMessage',
  sticker: 'stickerMessage',
} as const;

function media(kind: MediaContent['kind'], info: WAMessage, part: Partial<MediaPart>): MediaContent {
  if (!part.mediaKey || !part.directPath) throw new Error('no key or path');
  const { mediaKey, directPath, mimetype, fileSha256, fileEncSha256, fileLength } = part;
  const kept = { mediaKey, directPath, mimetype, fileSha256, fileEncSha256, fileLength };
  const source = proto.WebMessageInfo.encode({ key: info.key, message: { [FIELDS[kind]]: kept } }).finish();
  return {
    kind,
    text: clean(part.caption, MESSAGE_MAX_CHARS),
    mime: clean(mimetype, 120) || 'application/octet-stream',
    fileName: clean(part.fileName || part.title, 200),
    size: count(fileLength, Number.MAX_SAFE_INTEGER),
    sha256: fileSha256?.length === 32 ? fileSha256 : null,
    width: count(part.width, 100_000),
    height: count(part.height, 100_000),
    seconds: count(part.seconds, 10_000_000),
    voice: part.ptt === true,
    waveform: part.ptt === true ? waveformOf(part.waveform) : null,
    source,
  };
}

function waveformOf(bytes: Uint8Array | null | undefined): Uint8Array | null {
  return bytes?.length === WAVEFORM_BYTES && bytes.every((height) => height <= 100) ? bytes : null;
}

function readLocation(place: proto.Message.ILocationMessage): InboundContent | null {
  const { degreesLatitude: latitude, degreesLongitude: longitude, jpegThumbnail } = place;
  if (nothing(latitude) || nothing(longitude)) return null;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  const thumbnail = jpegThumbnail?.length && jpegThumbnail.length <= THUMBNAIL_BYTES ? jpegThumbnail : null;
  const text = clean(placeOf(place), 1_000);
  return { kind: 'location', latitude, longitude, text, thumbnail };
}

/** The library keeps nothing of a kind that it does not know, but what was decrypted has it. */
function newer(outer: proto.IMessage, plain: Uint8Array | null): InboundContent {
  const bytes = plain && unpadded(plain);
  if (!bytes) return unsupported('unknown', outer);
  const text = clean(wordsInBytes(bytes), MESSAGE_MAX_CHARS);
  return { kind: 'unsupported', type: 'unknown', text, raw: bytes.subarray(0, RAW_BYTES) };
}

function unsupported(type: string, message: proto.IMessage | null | undefined, words = ''): InboundContent {
  let raw: Uint8Array;
  try {
    raw = proto.Message.encode(message ?? {}).finish();
  } catch {
    raw = new Uint8Array();
  }
  const text = clean(words, MESSAGE_MAX_CHARS);
  return { kind: 'unsupported', type: clean(type, 60), text, raw: raw.subarray(0, RAW_BYTES) };
}
