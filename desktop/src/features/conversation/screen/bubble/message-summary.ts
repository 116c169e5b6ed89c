import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { isLocal, type QuotedMessage } from '@balcao/shared/features/messages/row.ts';
import { previewOfMessage } from '../../../../renderer/components/message/preview.ts';
import type { Format } from '../../../../renderer/kit/format.ts';
import type { TextOf } from '../../../../renderer/kit/use-texts.ts';
import { hasTicks, tickOf } from './tick.ts';

/** The screen reader's text of a message reached with the arrow keys: everything that is visible. */
export function summaryOf(message: MessageItem, contactName: string, t: TextOf, format: Format): string {
  const author = message.fromMe
    ? (message.userName ?? originOf(message, t) ?? t('tickets:you'))
    : message.participantName || contactName;
  const parts = [
    message.forwarded ? t('conversation:forwarded') : '',
    quoteOf(message, t),
    cameBy(message, t),
    contentOf({ ...message, cardKind: message.card?.kind ?? null }, t, MAX_CHARS),
    message.isEdited && !message.isDeleted ? t('tickets:edited') : '',
    hasTicks(message) ? t(`tickets:ticks.${tickOf(message)}`) : '',
  ];
  return `${author}, ${format.moment(message.createdAt)}: ${parts.filter(Boolean).join('. ')}`;
}

/** What said it in our name, where that was not an agent at this moment; null elsewhere. */
export const originOf = ({ fromMe, origin, mediaType }: MessageItem, t: TextOf): string | null =>
  fromMe && origin !== 'person' && !isLocal(mediaType) ? t(`conversation:origins.${origin}`) : null;

/** The rest is read in the message itself. */
const MAX_CHARS = 200;
const MAX_QUOTE_CHARS = 80;

type Content = Pick<QuotedMessage, 'isDeleted' | 'mediaType' | 'cardKind' | 'body'>;

function contentOf({ isDeleted, mediaType, cardKind, body }: Content, t: TextOf, most: number): string {
  if (isDeleted) return t('tickets:deleted');
  const kind = cardKind ?? mediaType;
  if (kind === 'chat') return body.slice(0, most);
  const { text } = previewOfMessage(mediaType, body, cardKind);
  return `${t(`tickets:kinds.${kind}`)} ${text.slice(0, most)}`.trim();
}

function cameBy({ referral, isDeleted }: MessageItem, t: TextOf): string {
  if (!referral || isDeleted) return '';
  const { kind, title, sourceId } = referral;
  const name = (title || sourceId).slice(0, MAX_QUOTE_CHARS);
  return `${t(`tickets:referral.kinds.${kind}`)} ${name}`.trim();
}

/** The quoted text; for a ticket that the agent does not see, only that there is a quote. */
function quoteOf({ quoted, quotedSnippet, quotedMsgId }: MessageItem, t: TextOf): string {
  if (!quoted && !quotedSnippet && quotedMsgId === null) return '';
  const text = quoted
    ? contentOf(quoted, t, MAX_QUOTE_CHARS)
    : quotedSnippet.slice(0, MAX_QUOTE_CHARS) || t('conversation:quoteHidden');
  return t('conversation:answers', { text });
}
