/** Everything a person can send, as the protobuf and the stanza attributes that WhatsApp's phones use for it. */
import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';
import type { EncryptedMedia } from '../wire/media-crypto.ts';
import { nowS } from '../wire/nodes.ts';

export interface Content {
  message: proto.IMessage;
  /** the stanza's `type`; `text` when absent */
  type?: string;
  mediaType?: string;
  /** the stanza's `edit` */
  edit?: string;
}

/** A file that already lies on the media host. */
export type Uploaded = Omit<EncryptedMedia, 'blob'> & {
  directPath: string;
  url: string;
  mediaKeyTimestamp: number;
};

export interface Quoted {
  id: string;
  participant: string;
  message: proto.IMessage;
}

export interface Picture {
  caption?: string | undefined;
  mimetype?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

function optional<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: T };
}

export function textContent(text: string): Content {
  return { message: { conversation: text, messageContextInfo: { messageSecret: randomBytes(32) } } };
}

export function replyContent(text: string, quoted: Quoted): Content {
  const contextInfo = {
    stanzaId: quoted.id,
    participant: quoted.participant,
    quotedMessage: quoted.message,
  };
  return { message: { extendedTextMessage: { text, contextInfo } } };
}

export function imageContent(file: Uploaded, picture: Picture = {}): Content {
  const imageMessage = {
    ...file,
    mimetype: picture.mimetype ?? 'image/jpeg',
    width: picture.width ?? 1,
    height: picture.height ?? 1,
    ...optional('caption', picture.caption),
  };
  return { message: { imageMessage }, type: 'media', mediaType: 'image' };
}

export function videoContent(file: Uploaded, picture: Picture & { seconds?: number | undefined }): Content {
  const videoMessage = {
    ...file,
    mimetype: picture.mimetype ?? 'video/mp4',
    seconds: picture.seconds ?? 1,
    ...optional('caption', picture.caption),
  };
  return { message: { videoMessage }, type: 'media', mediaType: 'video' };
}

/** A film in a circle, as phones record it like a voice note. */
export function videoNoteContent(file: Uploaded, seconds = 3): Content {
  const ptvMessage = { ...file, mimetype: 'video/mp4', seconds };
  return { message: { ptvMessage }, type: 'media', mediaType: 'ptv' };
}

export function voiceContent(file: Uploaded, seconds = 3): Content {
  const waveform = Uint8Array.from({ length: 64 }, (_, place) => (place * 7) % 100);
  const audioMessage = { ...file, mimetype: 'audio/ogg; codecs=opus', seconds, ptt: true, waveform };
  return { message: { audioMessage }, type: 'media', mediaType: 'ptt' };
}

export function audioContent(file: Uploaded, mimetype = 'audio/mpeg', seconds = 3): Content {
  return { message: { audioMessage: { ...file, mimetype, seconds } }, type: 'media', mediaType: 'audio' };
}

export function documentContent(
  file: Uploaded,
  document: { fileName: string; mimetype: string; caption?: string | undefined },
): Content {
  const { fileName, mimetype, caption } = document;
  const documentMessage = { ...file, fileName, mimetype, title: fileName, ...optional('caption', caption) };
  return { message: { documentMessage }, type: 'media', mediaType: 'document' };
}

export function locationContent(latitude: number, longitude: number, name?: string): Content {
  const locationMessage = {
    degreesLatitude: latitude,
    degreesLongitude: longitude,
    ...optional('name', name),
  };
  return { message: { locationMessage }, type: 'media', mediaType: 'location' };
}

export function contactContent(displayName: string, vcard: string): Content {
  return { message: { contactMessage: { displayName, vcard } }, type: 'media', mediaType: 'vcard' };
}

export function stickerContent(file: Uploaded): Content {
  return {
    message: { stickerMessage: { ...file, mimetype: 'image/webp' } },
    type: 'media',
    mediaType: 'sticker',
  };
}

/** The position at the start of a live location. */
export function liveLocationContent(latitude: number, longitude: number, caption?: string): Content {
  const liveLocationMessage = {
    degreesLatitude: latitude,
    degreesLongitude: longitude,
    sequenceNumber: 1,
    ...optional('caption', caption),
  };
  return { message: { liveLocationMessage }, type: 'media', mediaType: 'livelocation' };
}

/** Marks a message as forwarded. */
export function forwarded(content: Content): Content {
  const { conversation, messageContextInfo: _secret, ...message } = content.message;
  const marked: Record<string, object> = {
    ...(message as Record<string, object>),
    ...(conversation ? { extendedTextMessage: { text: conversation } } : {}),
  };
  for (const [field, part] of Object.entries(marked))
    marked[field] = { ...part, contextInfo: { isForwarded: true, forwardingScore: 1 } };
  return { ...content, message: marked };
}

/** Wraps a message as view-once. */
export function viewOnce(content: Content): Content {
  return { ...content, message: { viewOnceMessageV2: { message: content.message } } };
}

/** A poll or an appointment that somebody answers. */
interface Asked {
  key: proto.IMessageKey;
  id: string;
  secret: Uint8Array;
  creator: string;
}

/** A person's choice in a poll, encrypted so that only holders of the poll can read it. */
export function voteContent(poll: Asked, voter: string, options: string[]): Content {
  const selectedOptions = options.map((option) => createHash('sha256').update(option).digest());
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish();
  const pollUpdateMessage = {
    pollCreationMessageKey: poll.key,
    vote: sealed(plain, poll, voter, 'Poll Vote'),
    senderTimestampMs: Date.now(),
  };
  return { message: { pollUpdateMessage }, type: 'poll' };
}

/** A person's answer to an appointment. */
export function eventAnswerContent(event: Asked, voter: string, answer: string | undefined): Content {
  const { GOING, NOT_GOING, MAYBE, UNKNOWN } = proto.Message.EventResponseMessage.EventResponseType;
  const responses: Record<string, number> = { going: GOING, notGoing: NOT_GOING, maybe: MAYBE };
  const response = responses[answer ?? ''] ?? UNKNOWN;
  const plain = proto.Message.EventResponseMessage.encode({ response, timestampMs: Date.now() }).finish();
  const encEventResponseMessage = {
    eventCreationMessageKey: event.key,
    ...sealed(plain, event, voter, 'Event Response'),
  };
  return { message: { encEventResponseMessage }, type: 'event' };
}

/** What WhatsApp encrypts for those alone who hold the message that it answers. */
function sealed(plain: Uint8Array, { id, secret, creator }: Asked, voter: string, use: string) {
  const base = createHmac('sha256', Buffer.alloc(32)).update(secret).digest();
  const sign = Buffer.concat([Buffer.from(`${id}${creator}${voter}${use}`), Buffer.from([1])]);
  const key = createHmac('sha256', base).update(sign).digest();
  const encIv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, encIv);
  cipher.setAAD(Buffer.from(`${id}\0${voter}`));
  const encPayload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { encPayload, encIv };
}

export function pollContent(question: string, options: string[]): Content {
  const pollCreationMessageV3 = {
    name: question,
    options: options.map((optionName) => ({ optionName })),
    selectableOptionsCount: 1,
  };
  const messageContextInfo = { messageSecret: randomBytes(32) };
  return { message: { pollCreationMessageV3, messageContextInfo }, type: 'poll' };
}

export function reactionContent(key: proto.IMessageKey, emoji: string): Content {
  const reactionMessage = { key, text: emoji, senderTimestampMs: Date.now() };
  return { message: { reactionMessage }, type: 'reaction' };
}

export function revokeContent(key: proto.IMessageKey): Content {
  const type = proto.Message.ProtocolMessage.Type.REVOKE;
  return { message: { protocolMessage: { type, key } }, edit: '7' };
}

export function editContent(key: proto.IMessageKey, text: string): Content {
  const protocolMessage = {
    type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
    key,
    editedMessage: { conversation: text },
    timestampMs: Date.now(),
  };
  return { message: { protocolMessage }, edit: '1' };
}

/** The description of an uploaded file that goes into a message. */
export function uploaded(media: EncryptedMedia, directPath: string, baseUrl: string): Uploaded {
  const { blob: _, ...keys } = media;
  return { ...keys, directPath, url: baseUrl + directPath, mediaKeyTimestamp: nowS() };
}
