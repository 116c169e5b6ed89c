/** The console's own addresses. Nothing else is ever loaded into a window. */
export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://balcao`;
/** Files of conversations have an origin of their own, so that nothing in them can act as the screen. */
export const MEDIA_SCHEME = 'media';
export const START_URL = `${ORIGIN}/`;
/** Links that the operating system hands to us. */
export const DEEP_LINK_SCHEME = 'balcao';

/** A window with one ticket and nothing else: the page is told so in its address. */
const TICKET_PAGE = /^app:\/\/balcao\/\?alone#\/tickets\/([0-9a-f-]{36})$/i;

/** The ticket that a page wants to see in a window of its own; null for every other address. */
export function ticketOfWindow(address: string): string | null {
  const uuid = TICKET_PAGE.exec(address)?.[1] ?? '';
  return pathOfDeepLink(`${DEEP_LINK_SCHEME}://tickets/${uuid}`) ? uuid.toLowerCase() : null;
}

export const ticketPage = (uuid: string): string => `${START_URL}?alone#/tickets/${uuid}`;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Places that a link from outside may open. Never a server address, never a token. */
const DEEP_LINKS = [new RegExp(`^/tickets/${UUID}$`, 'i')];

/** The console's path for `balcao://tickets/{uuid}`, or null for everything that is not on the list. */
export function pathOfDeepLink(link: string): string | null {
  if (!link.toLowerCase().startsWith(`${DEEP_LINK_SCHEME}://`)) return null;
  const path = `/${link.slice(DEEP_LINK_SCHEME.length + 3)}`;
  return DEEP_LINKS.some((allowed) => allowed.test(path)) ? path : null;
}

/** Deep links arrive as the last argument of a second start on Windows and Linux; other arguments are ignored. */
export function deepLinkIn(argv: readonly string[]): string | null {
  for (const argument of argv.toReversed()) {
    const path = pathOfDeepLink(argument);
    if (path) return path;
  }
  return null;
}

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

/** A file of a conversation: to be shown inside the page or saved, never to be gone to. */
export const isMediaFile = (address: string): boolean => address.startsWith(`${MEDIA_SCHEME}://file/`);

export function isOwnPage(address: string): boolean {
  return URL.canParse(address) && address.startsWith(`${ORIGIN}/`);
}

/** `--profile=loja-2`: a second account or server beside the first. Its name becomes that of a folder. */
export function profileIn(argv: readonly string[]): string | null {
  const name = argv.find((value) => value.startsWith('--profile='))?.slice('--profile='.length) ?? '';
  return /^[a-z\d][a-z\d-]{0,29}$/.test(name) ? name : null;
}
