import { readLink, readPlace } from '@balcao/shared/features/tickets/link.ts';
import { isProfileName } from '../accounts/cards.ts';

/** The console's own addresses. Nothing else is ever loaded into a window. */
export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://balcao`;
/** Files of conversations have an origin of their own, so that nothing in them can act as the screen. */
export const MEDIA_SCHEME = 'media';
export const START_URL = `${ORIGIN}/`;
const PROFILE = '--profile=';
const OPEN = '--open=';

/** A window with one ticket and nothing else: its address tells the page so. */
const TICKET_PAGE = /^app:\/\/balcao\/\?alone#\/tickets\/([0-9a-f-]{36})$/i;

/** The ticket that a page opens in its own window; null for every other address. */
export function ticketOfWindow(address: string): string | null {
  const uuid = TICKET_PAGE.exec(address)?.[1]?.toLowerCase() ?? '';
  return readPlace(`tickets/${uuid}`) && uuid;
}

export const ticketPage = (uuid: string): string => `${START_URL}?alone#/tickets/${uuid}`;

/** Links arrive as the last argument of a second start on Windows and Linux; other arguments are ignored. */
export const linkIn = (argv: readonly string[]): string | null =>
  argv.findLast((argument) => readLink(argument) !== null) ?? null;

/** Addresses that may be opened in the person's browser or mail program. */
export function isExternalLink(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username || url.password) return false;
  return (
    url.protocol === 'mailto:' ||
    ((url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '')
  );
}

/** A file of a conversation: to be shown inside the page or saved, never navigated to. */
export const isMediaFile = (address: string): boolean => address.startsWith(`${MEDIA_SCHEME}://file/`);

export function isOwnPage(address: string): boolean {
  return URL.canParse(address) && address.startsWith(`${ORIGIN}/`);
}

/** `--profile=loja-2`: a second account or server beside the first. Empty for the first. */
export function profileIn(argv: readonly string[]): string {
  const name = argv.find((value) => value.startsWith(PROFILE))?.slice(PROFILE.length) ?? '';
  return isProfileName(name) ? name : '';
}

/** The argument that starts this program with a profile. */
export const profileArguments = (profile: string): string[] => (profile === '' ? [] : [PROFILE + profile]);

/** `--open={place}`: passed by the program of another account, which has found that the page is ours. */
export const placeArgument = (place: string): string => OPEN + place;

export const placeIn = (argv: readonly string[]): string | null =>
  readPlace(argv.find((value) => value.startsWith(OPEN))?.slice(OPEN.length) ?? '');

/** Opens the ticket that has waited longest. The desktop entry of Linux has it too (`electron-builder.yml`). */
export const NEXT_WAITING = '--next-waiting';

/** Asks the program of a profile to quit; a program that is not running is not started. */
export const QUIT = '--quit';
