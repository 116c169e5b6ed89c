import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AddressRule, createAddressRule } from './address-rule.ts';
import { OutsideError } from './outside-error.ts';

/** A host that a company typed, as it may be connected to: this address, and none that its name has a moment later. */
interface FoundHost {
  address: string;
  /** The operator's own network, which nobody else listens to. */
  isInner: boolean;
  /** Whose certificate it must show; an address that was typed is named by itself. */
  tls: { servername?: string };
}

/** Throws OutsideError for a name that nobody has, and for one that leads where this server may not go. */
export type FindHost = (host: string, port: number) => Promise<FoundHost>;

export function createHostFinder(isAllowed: AddressRule): FindHost {
  const isPublic = createAddressRule([]);
  return async (host, port) => {
    const addresses = await lookup(host, { all: true }).catch((cause: Error) => {
      throw new OutsideError('unreachable', cause.message, { cause });
    });
    const found = addresses.find(({ address }) => isAllowed(address, port));
    if (!found) throw new OutsideError('forbidden', `${host} leads to no allowed address`);
    return {
      address: found.address,
      isInner: !isPublic(found.address, port),
      tls: isIP(host) ? {} : { servername: host },
    };
  };
}
