import { isIP } from 'node:net';
import { isLoopback } from '@balcao/shared/contract/server-address.ts';

/** Whom a browser binds a key to: the server's public name. It gives a key to pages of this origin alone. */
export interface RelyingParty {
  /** The host, without a port. */
  id: string;
  origin: string;
  /** Below it lie the pages, perhaps under a path. */
  url: string;
}

/**
 * Null where no browser would make a key: nobody knows the server's name, it is an address, or its pages come without TLS.
 */
export function relyingPartyOf(publicUrl: string | null): RelyingParty | null {
  if (publicUrl === null) return null;
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSafe = protocol === 'https:' || isLoopback(hostname);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isSafe && isName ? { id: hostname, origin, url: publicUrl.replace(/\/$/, '') } : null;
}
