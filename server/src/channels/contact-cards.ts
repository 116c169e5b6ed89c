import { withoutUnread } from '@balcao/shared/features/contacts/vcard/drop-unread.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';

/**
 * The cards that one message holds. Cards that are too long together lose what nobody reads, which is mostly pictures;
 * what does not fit all the same is left out, and those behind it have their turn. Where none fits, the first is cut.
 */
export function fittingCards(vcards: readonly string[]): string[] {
  const cards = charsOf(vcards) <= MESSAGE_MAX_CHARS ? vcards : vcards.map(withoutUnread);
  let room = MESSAGE_MAX_CHARS;
  const kept = cards.filter(({ length }) => {
    const isHeld = length <= room;
    if (isHeld) room -= length + 1;
    return isHeld;
  });
  return kept.length > 0 ? kept : cards.slice(0, 1).map((card) => card.slice(0, MESSAGE_MAX_CHARS));
}

/** They stand in the message one beneath the other. */
const charsOf = (vcards: readonly string[]): number =>
  vcards.reduce((sum, { length }) => sum + length + 1, -1);
