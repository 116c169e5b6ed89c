import { readServerAddress } from '../../contract/server-address.ts';

/** Links that the operating system hands to the console. */
export const LINK_SCHEME = 'balcao';

/** A page of the console, and whose it is: a computer may have accounts of several servers and companies. */
export interface ConsoleLink {
  /** `tickets/{uuid}`, `views/{id}` or `reports`. */
  place: string;
  /** Null: the link does not say. */
  serverUrl: string | null;
  companyId: number | null;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const PLACE = `tickets/${UUID}|views/[1-9][0-9]{0,14}|reports`;
const LINK = new RegExp(`^${LINK_SCHEME}://(${PLACE})/?(?:\\?([^#]*))?$`, 'i');

export function consoleLink({ place, serverUrl, companyId }: ConsoleLink): string {
  const owner = [
    ...(serverUrl === null ? [] : [`server=${encodeURIComponent(serverUrl)}`]),
    ...(companyId === null ? [] : [`company=${companyId}`]),
  ];
  return `${LINK_SCHEME}://${place}${owner.length > 0 ? `?${owner.join('&')}` : ''}`;
}

/** The address of a page, when it is one that a link may open. */
export const readPlace = (place: string): string | null =>
  readLink(`${LINK_SCHEME}://${place}`)?.place ?? null;

/**
 * Null for everything that is not such a link. Anybody can write one: server and company only choose among the accounts
 * that are there, nothing is ever fetched from them.
 */
export function readLink(link: string): ConsoleLink | null {
  const [, place, query = ''] = LINK.exec(link) ?? [];
  if (place === undefined) return null;
  const owner = new Map(query.split('&').map(toPair));
  const serverUrl = serverIn(owner.get('server'));
  const company = owner.get('company');
  if (serverUrl === undefined || (company !== undefined && !/^\d{1,15}$/.test(company))) return null;
  return { place: place.toLowerCase(), serverUrl, companyId: company === undefined ? null : Number(company) };
}

function toPair(text: string): readonly [string, string] {
  const [name = '', value = ''] = text.split('=', 2);
  return [name, value];
}

/** Null: none is named; undefined: what is named is no server. */
function serverIn(encoded: string | undefined): string | null | undefined {
  if (encoded === undefined) return null;
  try {
    const read = readServerAddress(decodeURIComponent(encoded));
    return 'url' in read ? read.url : undefined;
  } catch {
    return undefined;
  }
}
