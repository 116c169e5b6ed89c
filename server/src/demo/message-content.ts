import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import { wordsOfCard } from '../channels/card-words.ts';
import { storedContent } from '../conversation/stored-content.ts';
import type { StoredPoll } from '../platform/db/message-json.ts';
import { FILES } from './files.ts';
import type { Content } from './script.ts';

/** The columns of a message that say what it holds. */
interface ContentColumns {
  mediaType: MessageType;
  body: string;
  poll: StoredPoll | null;
  card: MessageCard | null;
  viewOnce: boolean;
}

/** Writes the columns as the ingest and the console's answers do. */
export function contentColumns(content: Content, fromMe: boolean): ContentColumns {
  const plain = { poll: null, card: null, viewOnce: false };
  if (typeof content === 'string') return { ...plain, mediaType: 'chat', body: content };
  if ('file' in content) {
    const { type, name } = FILES[content.file];
    return { ...plain, mediaType: type, body: content.text ?? (fromMe ? '' : name) };
  }
  const { mediaType, body, poll, card, viewOnce } = storedContent(inbound(content));
  return { mediaType, body, poll, card, viewOnce };
}

function inbound(content: Exclude<Content, string | { file: unknown }>): Parameters<typeof storedContent>[0] {
  if ('place' in content) {
    const { name, ...place } = content.place;
    return { kind: 'location', ...place, text: name, thumbnail: null };
  }
  if ('vcard' in content) return { kind: 'contacts', vcards: [content.vcard] };
  if ('poll' in content) return { kind: 'poll', ...content.poll, secret: null };
  if ('card' in content) return { kind: 'text', text: wordsOfCard(content.card), card: content.card };
  if ('viewOnce' in content) return { kind: 'viewOnce', of: content.viewOnce };
  return { kind: 'call', video: content.call === 'video', refused: false };
}
