/**
 * The id behind a choice in a menu of ours: the message that is the menu, and the place in it. It fits where messengers
 * allow sixty-four bytes.
 */
const TAP = /^menu\.([\w-]{22})\.(\d{1,3})$/;

export const tapOf = (messageId: string, place: number): string => `${tapsOn(messageId)}${place}`;

/** What all ids of one menu begin with. */
export const tapsOn = (messageId: string): string =>
  `menu.${Buffer.from(messageId.replaceAll('-', ''), 'hex').toString('base64url')}.`;

/** Null for an id that is no menu's. */
export function tappedOf(tap: string): { messageId: string; place: number } | null {
  const [, menu, place] = TAP.exec(tap) ?? [];
  if (menu === undefined || place === undefined) return null;
  const hex = Buffer.from(menu, 'base64url').toString('hex');
  const messageId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { messageId, place: Number(place) };
}
