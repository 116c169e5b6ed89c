import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { SourceRow } from './source.ts';
import { clean, json } from './values.ts';

/** What a message there holds, in our words. */
export interface Content {
  mediaType: MessageType;
  body: string;
  /** Where its file lies, and what it seems to be; its bytes have the last word. */
  file: { place: string; name: string; mime: string } | null;
}

/** What WhatsApp's own files end with; everything else is a document. */
const MIMES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  '3gp': 'video/3gpp',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  mp3: 'audio/mpeg',
  mpeg: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  amr: 'audio/amr',
  pdf: 'application/pdf',
};
const UNKNOWN_MIME = 'application/octet-stream';
const FILE_NAME_CHARS = 255;

/** A message has a file when it names one: what it says of its type is a hint, and often wrong. */
export function contentOf(row: SourceRow): Content {
  const body = clean(row.body, MESSAGE_MAX_CHARS);
  const place = (row.mediaUrl ?? '').trim();
  if (place) return withFile(row, body, place);
  switch (row.mediaType) {
    case 'location':
    case 'locationMessage':
    case 'liveLocationMessage':
      return location(body);
    case 'vcard':
    case 'contactMessage':
    case 'contactsArrayMessage':
      return plain('vcard', vcards(body));
    case 'call_log':
      return plain('call_log', '');
    default:
      return body.trim() ? plain('chat', body) : plain('unsupported', '');
  }
}

const plain = (mediaType: MessageType, body: string): Content => ({ mediaType, body, file: null });

function withFile(_row: SourceRow, body: string, place: string): Content {
  const name = fileNameOf(place);
  const extension = /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const mime = MIMES[extension] ?? UNKNOWN_MIME;
  const mediaType = extension === 'webp' ? 'sticker' : mediaKind(mime);
  // Most lines write the file's name where there is no caption.
  const isName = body.trim() === name || body.trim() === place;
  const caption = isName && mediaType !== 'application' ? '' : body;
  return {
    mediaType,
    body: caption || (mediaType === 'application' ? name : ''),
    file: { place, name, mime },
  };
}

/** The last part of its place, as people read it. */
export function fileNameOf(place: string): string {
  const last = place.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  return clean(decoded(last), FILE_NAME_CHARS) || 'arquivo';
}

/** As it is, where it is not percent-encoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const COORDINATES = /(-?\d{1,3}\.\d+)(?:,|%2C)\s*(-?\d{1,3}\.\d+)/i;
/** A small picture; no other is drawn. */
const THUMBNAIL = /^data:image\/(png|jpe?g|webp);base64,[\w+/=]{1,30000}$/;

/** `image | link | description`, or lines that end with the link. */
function location(body: string): Content {
  const [latitude, longitude] = COORDINATES.exec(body)?.slice(1) ?? [];
  if (latitude === undefined) return body.trim() ? plain('chat', body) : plain('unsupported', '');
  const parts = body.split('|').map((part) => part.trim());
  const image = THUMBNAIL.test(parts[0] ?? '') ? parts[0] : '';
  const text = parts.length > 2 ? parts.slice(2).join(' ') : linesOf(body);
  return plain('locationMessage', `${image}|https://maps.google.com/?q=${latitude},${longitude}|${text}`);
}

const linesOf = (body: string): string =>
  body
    .split('\n')
    .filter((line) => !/https?:|^data:/.test(line))
    .map((line) => line.replace(/^📍/u, '').replaceAll(/^[*_\s]+|[*_\s]+$/g, ''))
    .filter((line) => line !== '')
    .join(', ');

/** Cards one after the other, or in JSON. */
function vcards(body: string): string {
  const cards = (json(body) as { ticketzvCard?: { vcard?: unknown }[] } | null)?.ticketzvCard;
  if (!Array.isArray(cards)) return body;
  return clean(cards.map((card) => String(card?.vcard ?? '')).join('\n'), MESSAGE_MAX_CHARS);
}
