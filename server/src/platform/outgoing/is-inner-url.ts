import { isIP } from 'node:net';
import type { AddressRule } from './address-rule.ts';

/**
 * Whether an address can already be seen to lead into our own network. The HTTP client looks at what a name stands for
 * when it connects; here somebody is told while they still type.
 */
export function isInnerUrl(url: string, isAllowed: AddressRule): boolean {
  const { hostname, protocol, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const address = /(^|\.)localhost$/.test(host) ? '127.0.0.1' : host;
  return isIP(address) !== 0 && !isAllowed(address, Number(port || (protocol === 'https:' ? 443 : 80)));
}
