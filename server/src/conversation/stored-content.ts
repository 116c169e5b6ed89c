import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { Answers, InboundContent, MailPage, MediaContent } from '../channels/channel.ts';
import type { StoredPoll } from '../platform/db/message-json.ts';

/**
 * A message's content as its row keeps it. The body of a place is `image | link | description`, of contacts their raw
 * vCards, of a document its caption or its file's name.
 */
export interface StoredContent {
  mediaType: MessageType;
  body: string;
  media: MediaContent | null;
  poll: StoredPoll | null;
  card: MessageCard | null;
  /** The id behind what was tapped. */
  tap: string | null;
  viewOnce: boolean;
  page: MailPage | null;
  /** The original of what we do not understand. */
  raw: Uint8Array | null;
  /** The content is still to come. */
  placeholder: boolean;
  preview: string;
}

const MEDIA_TYPES = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  document: 'application',
  sticker: 'sticker',
} as const satisfies { [kind in MediaContent['kind']]: MessageType };

export function storedContent(content: InboundContent): StoredContent {
  const stored = (
    mediaType: MessageType,
    body: string,
    more: Partial<StoredContent> = {},
  ): StoredContent => ({
    mediaType,
    body,
    media: null,
    poll: null,
    card: null,
    tap: null,
    viewOnce: false,
    page: null,
    raw: null,
    placeholder: false,
    preview: messagePreview(mediaType, body, more.card?.kind),
    ...more,
  });
  switch (content.kind) {
    case 'text':
      return stored('chat', content.text, {
        card: content.card ?? null,
        poll: content.answers ? pollOf(content.card?.title ?? '', content.answers) : null,
        tap: content.tap || null,
        page: content.page ?? null,
      });
    case 'location':
      return stored('locationMessage', locationBody(content), { card: content.card ?? null });
    case 'contacts':
      return stored('vcard', content.vcards.join('\n'));
    case 'poll':
      return stored('poll', content.question, { poll: pollOf(content.question, content) });
    case 'viewOnce':
      return stored(content.of ?? 'unsupported', '', { viewOnce: true });
    case 'call':
      return stored('call_log', content.video ? 'video' : '');
    case 'unavailable':
      return stored('unsupported', '', { placeholder: true });
    case 'unsupported':
      return stored('unsupported', content.text ?? '', { raw: content.raw });
    case 'document':
      return stored('application', content.text || content.fileName, filed(content));
    default:
      return stored(MEDIA_TYPES[content.kind], content.text, filed(content));
  }
}

const filed = (content: MediaContent) => ({ media: content, card: content.card ?? null });

function pollOf(question: string, { options, secret }: Answers): StoredPoll {
  return { question, options, secret: secret && Buffer.from(secret).toString('base64'), votes: {} };
}

function locationBody({
  latitude,
  longitude,
  text,
  thumbnail,
}: InboundContent & { kind: 'location' }): string {
  const image = thumbnail ? `data:image/jpeg;base64,${Buffer.from(thumbnail).toString('base64')}` : '';
  return `${image}|https://maps.google.com/?q=${latitude},${longitude}|${text}`;
}
