import { vcardLine } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { splitVcards } from '@balcao/shared/features/contacts/vcard/split-vcards.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import { ACK, type MessageType } from '@balcao/shared/features/messages/row.ts';
import type { ChatMessage } from '@balcao/shared/features/web-chat/protocol.ts';
import { tapOf } from '../../platform/db/menu-taps.ts';
import type { VisitorMessage } from './visitor-messages.repo.ts';

/** Where a file of a message may be fetched for some time; null: not now. */
export type FileLink = (media: MediaView) => string | null;

const KINDS: Partial<Record<MessageType, ChatMessage['kind']>> = {
  chat: 'text',
  image: 'image',
  video: 'video',
  audio: 'audio',
  application: 'file',
  sticker: 'sticker',
  locationMessage: 'location',
};

/** A message as its visitor sees it: nothing of it is kept that they may not know. */
export function presentToVisitor(row: VisitorMessage, linkOf: FileLink): ChatMessage {
  const from = row.fromMe ? 'shop' : 'visitor';
  const common = {
    id: row.waId,
    from,
    by: row.fromMe ? row.by : null,
    at: row.createdAt.toISOString(),
    tick: tickOf(row),
    isEdited: row.isEdited,
    isDeleted: row.isDeleted,
    reactions: row.reactions.filter(({ fromMe }) => fromMe).map(({ emoji }) => emoji),
  } as const;
  if (row.isDeleted)
    return { ...common, kind: 'other', text: '', file: null, place: null, menu: null, quoted: null };
  const { id, menu, quoted } = row;
  return {
    ...common,
    kind: KINDS[row.mediaType] ?? 'other',
    text: wordsOf(row),
    file: row.media && fileOf(row.media, linkOf),
    place: row.mediaType === 'locationMessage' ? placeOf(row.body) : null,
    menu: menu && {
      lead: menu.lead,
      choices: menu.choices.map(({ label }, place) => ({ tap: tapOf(id, place), label })),
    },
    quoted: quoted && { id: quoted.id, from: quoted.fromMe ? 'shop' : 'visitor', text: quoted.text },
  };
}

function tickOf({ fromMe, ack, read }: VisitorMessage): ChatMessage['tick'] {
  if (!fromMe) return read ? 'read' : 'stored';
  if (ack >= ACK.read) return 'read';
  return ack >= ACK.delivered ? 'delivered' : 'stored';
}

/** A file's caption is not its name, a place is drawn, and cards of people are read. */
function wordsOf({ body, mediaType, media }: VisitorMessage): string {
  if (mediaType === 'locationMessage') return body.split('|').slice(2).join('|');
  if (mediaType === 'vcard') return splitVcards(body).map(vcardLine).join('\n');
  return media && body === media.name ? '' : body;
}

function fileOf(media: MediaView, linkOf: FileLink): NonNullable<ChatMessage['file']> {
  const { mime, name, size, width, height, seconds, voice, waveform } = media;
  return { url: linkOf(media), mime, name, size, width, height, seconds, voice, waveform };
}

function placeOf(body: string): ChatMessage['place'] {
  const [, latitude, longitude] = /q=(-?[\d.]+),(-?[\d.]+)/.exec(body.split('|')[1] ?? '') ?? [];
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null;
}
