import { withoutUnread } from '@balcao/shared/features/contacts/vcard/drop-unread.ts';
import { readVcards } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { writeVcard } from '@balcao/shared/features/contacts/vcard/write-vcard.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';

/** Of a person whose card is too long for a message. */
const MAX_NAME_CHARS = 300;
const MAX_NUMBERS = 20;

/**
 * The cards that one message holds. Cards that are too long together lose what nobody reads, which is mostly pictures;
 * what does not fit all the same is left out, and those behind it have their turn.
 */
export function fittingCards(vcards: readonly string[]): string[] {
  const isFitting = charsOf(vcards) <= MESSAGE_MAX_CHARS;
  let room = MESSAGE_MAX_CHARS;
  return (isFitting ? vcards : vcards.map(shortened)).filter((vcard) => {
    const isHeld = charsOf([vcard]) <= room;
    if (isHeld) room -= charsOf([vcard]);
    return isHeld;
  });
}

/** They stand in the message one beneath the other. */
const charsOf = (vcards: readonly string[]): number =>
  vcards.reduce((sum, { length }) => sum + length + 1, -1);

function shortened(vcard: string): string {
  const kept = withoutUnread(vcard);
  if (kept.length <= MESSAGE_MAX_CHARS) return kept;
  const [person] = readVcards(kept);
  const name = person?.name.slice(0, MAX_NAME_CHARS) ?? '';
  return writeVcard({ name, phones: person?.phones.slice(0, MAX_NUMBERS) ?? [] });
}
