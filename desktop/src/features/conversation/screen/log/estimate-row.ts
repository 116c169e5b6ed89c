import { mediaBox } from '../../../../renderer/components/message/media-box.ts';
import type { ConversationRow } from './conversation-rows.ts';

const LINE_PX = 20;
const CHARS_PER_LINE = 64;
const EVENT_PX = 34;
/** What a card shows besides its words. */
const CARD_PX = 40;
/** What led the customer here, above the words. */
const REFERRAL_PX = 85;

/** A guess that is close enough to keep the scroll bar calm; the real size is measured when the row is shown. */
export function estimateRow(row: ConversationRow | undefined): number {
  if (!row) return LINE_PX;
  const { message, endsGroup, nextDay } = row;
  if (message.mediaType === 'event') return EVENT_PX + (nextDay ? 42 : 0) + (row.nextPart ? 32 : 0);
  const lines = message.body
    .split('\n')
    .reduce((sum, line) => sum + Math.ceil((line.length + 12) / CHARS_PER_LINE), 0);
  const card = message.card ? CARD_PX : 0;
  const referral = message.referral ? REFERRAL_PX : 0;
  const media =
    message.media && message.mediaType !== 'audio' ? mediaBox(message.media, message.mediaType).height : 0;
  return (
    14 +
    lines * LINE_PX +
    media +
    card +
    referral +
    (nextDay ? 42 : 0) +
    (row.unreadAfter === null ? 0 : 36) +
    (row.nextPart ? 32 : 0) +
    (message.reactions.length > 0 ? 22 : 0) +
    (endsGroup ? 8 : 0) +
    (message.quoted ? 48 : 0)
  );
}
