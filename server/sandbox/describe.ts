/** Reads a decrypted message: its kind, its text and where its file is stored. */
import type { proto } from '@whiskeysockets/baileys';
import { ENVELOPES, SAMPLED } from './phones/samples.ts';
import type { MediaKind } from './wire/media-crypto.ts';

type MessageKind =
  | 'text'
  | 'image'
  | 'video'
  | 'voice'
  | 'audio'
  | 'document'
  | 'sticker'
  | 'location'
  | 'contact'
  | 'poll'
  | 'sample'
  | 'vote'
  | 'reaction'
  | 'edit'
  | 'revoke'
  | 'unsupported';

export interface Description {
  kind: MessageKind;
  /** the text, caption, place name, vcard, question or emoji */
  text?: string;
  /** id of the message that is quoted, reacted to, edited or revoked */
  target?: string;
  /** what can be chosen in a poll, or answered to an appointment */
  options?: string[];
  media?: { mimetype: string; bytes: number; sha256: string; fileName?: string };
}

/** Where the file of a media message is stored; never leaves the sandbox. */
export interface MediaLocation {
  kind: MediaKind;
  directPath: string;
  mediaKey: Uint8Array;
}

interface MediaMessage {
  directPath?: string | null;
  mediaKey?: Uint8Array | null;
  mimetype?: string | null;
  fileLength?: unknown;
  fileSha256?: Uint8Array | null;
  fileName?: string | null;
}

const PACKED = [...ENVELOPES, 'viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const;

/** The content inside the envelopes that WhatsApp puts around it. */
function unwrap(message: proto.IMessage): proto.IMessage {
  const inner = PACKED.map((field) => message[field]?.message).find(Boolean);
  return inner ? unwrap(inner) : message;
}

/** Extracts what a message shows to a person. */
export function describe(outer: proto.IMessage): Description {
  const message = unwrap(outer);
  return describeText(message) ?? describeMedia(message) ?? describeOther(message) ?? { kind: 'unsupported' };
}

function withText(kind: MessageKind, text?: string | null, target?: string | null): Description {
  return { kind, ...(text ? { text } : {}), ...(target ? { target } : {}) };
}

function describeText(message: proto.IMessage): Description | undefined {
  if (message.conversation) return withText('text', message.conversation);
  const extended = message.extendedTextMessage;
  if (extended) return withText('text', extended.text, extended.contextInfo?.stanzaId);
  return undefined;
}

function describeMedia(message: proto.IMessage): Description | undefined {
  const found = mediaOf(message);
  if (!found) return undefined;
  const { kind, media, text } = found;
  return {
    ...withText(kind, text),
    media: {
      mimetype: media.mimetype ?? 'application/octet-stream',
      bytes: Number(media.fileLength ?? 0),
      sha256: Buffer.from(media.fileSha256 ?? []).toString('hex'),
      ...(media.fileName ? { fileName: media.fileName } : {}),
    },
  };
}

function describeOther(message: proto.IMessage): Description | undefined {
  const {
    locationMessage,
    liveLocationMessage,
    contactMessage: card,
    reactionMessage: reaction,
    pollUpdateMessage: update,
    encEventResponseMessage: answer,
    protocolMessage,
  } = message;
  const place =
    locationMessage ?? (liveLocationMessage && { ...liveLocationMessage, name: liveLocationMessage.caption });
  if (update) return withText('vote', undefined, update.pollCreationMessageKey?.id);
  if (answer) return withText('vote', undefined, answer.eventCreationMessageKey?.id);
  if (place) return withText('location', place.name ?? `${place.degreesLatitude}, ${place.degreesLongitude}`);
  if (card) return withText('contact', card.vcard);
  if (reaction) return withText('reaction', reaction.text, reaction.key?.id);
  const poll = message.pollCreationMessageV3 ?? message.pollCreationMessage;
  if (poll)
    return {
      ...withText('poll', poll.name),
      options: poll.options?.map(({ optionName }) => optionName ?? '') ?? [],
    };
  // a revocation has type 0, which the decoder may leave out
  const cards = message.contactsArrayMessage?.contacts?.map(({ vcard }) => vcard).join('\n');
  if (cards) return withText('contact', cards);
  const edited = protocolMessage?.editedMessage;
  if (edited) return withText('edit', describe(edited).text, protocolMessage?.key?.id);
  if (protocolMessage?.key) return withText('revoke', undefined, protocolMessage.key.id);
  return describeSample(message);
}

/** What shops and their customers send besides text and files, by its first words. */
function describeSample(message: proto.IMessage): Description | undefined {
  const [field] = SAMPLED.filter((name) => message[name]);
  const options = message.eventMessage ? { options: ['going', 'notGoing', 'maybe'] } : {};
  return field && { ...withText('sample', firstWords(message[field])), ...options };
}

const WORDS =
  /^(text|caption|contentText|hydratedContentText|description|note|message|title|name|selectedDisplayText|messageText|conversation|displayName|accessibilityLabel)$/;

/** The first text below a name that is one of words; messages of the sandbox are not deep. */
function firstWords(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return undefined;
  for (const [name, value] of Object.entries(part)) {
    const words = typeof value === 'string' && WORDS.test(name) ? value : firstWords(value);
    if (words) return words;
  }
  return undefined;
}

function mediaOf(
  message: proto.IMessage,
): { kind: MessageKind; blob: MediaKind; media: MediaMessage; text?: string | null | undefined } | undefined {
  const { imageMessage, audioMessage, documentMessage, stickerMessage } = message;
  const videoMessage = message.videoMessage ?? message.ptvMessage;
  if (imageMessage) return { kind: 'image', blob: 'image', media: imageMessage, text: imageMessage.caption };
  if (videoMessage) return { kind: 'video', blob: 'video', media: videoMessage, text: videoMessage.caption };
  if (audioMessage) return { kind: audioMessage.ptt ? 'voice' : 'audio', blob: 'audio', media: audioMessage };
  if (documentMessage)
    return { kind: 'document', blob: 'document', media: documentMessage, text: documentMessage.caption };
  if (stickerMessage) return { kind: 'sticker', blob: 'sticker', media: stickerMessage };
  return undefined;
}

/** Where the file of a media message is stored and how to open it. */
export function mediaLocation(outer: proto.IMessage): MediaLocation | undefined {
  const found = mediaOf(unwrap(outer));
  if (!found?.media.directPath || !found.media.mediaKey) return undefined;
  return { kind: found.blob, directPath: found.media.directPath, mediaKey: found.media.mediaKey };
}
