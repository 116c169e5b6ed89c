import { readServerAddress } from '../../contract/server-address.ts';

/** Links that the operating system hands to the console. */
export const LINK_SCHEME = 'balcao';

/** A ticket, and whose it is: a computer may have accounts of several servers and companies. */
export interface TicketLink {
  uuid: string;
  /** Null: the link does not say. */
  serverUrl: string | null;
  companyId: number | null;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const LINK = new RegExp(`^${LINK_SCHEME}://tickets/(${UUID})/?(?:\\?([^#]*))?$`, 'i');

export function ticketLink({ uuid, serverUrl, companyId }: TicketLink): string {
  const owner = [
    ...(serverUrl === null ? [] : [`server=${encodeURIComponent(serverUrl)}`]),
    ...(companyId === null ? [] : [`company=${companyId}`]),
  ];
  return `${LINK_SCHEME}://tickets/${uuid}${owner.length > 0 ? `?${owner.join('&')}` : ''}`;
}

/**
 * Null for everything that is not such a link. Anybody can write one: server and company only choose among the accounts
 * that are there, nothing is ever fetched from them.
 */
export function readTicketLink(link: string): TicketLink | null {
  const [, uuid, query = ''] = LINK.exec(link) ?? [];
  if (uuid === undefined) return null;
  const owner = new Map(query.split('&').map(toPair));
  const serverUrl = serverIn(owner.get('server'));
  const company = owner.get('company');
  if (serverUrl === undefined || (company !== undefined && !/^\d{1,15}$/.test(company))) return null;
  return { uuid: uuid.toLowerCase(), serverUrl, companyId: company === undefined ? null : Number(company) };
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
