import { createAddressRule } from '../../platform/outgoing/address-rule.ts';
import { createHttpClient } from '../../platform/outgoing/http-client.ts';
import { createAddresses, type EfiStandIn, type Outside } from '../outside.ts';

/**
 * A world outside that consists of one program. Every name leads to it, so that clients which go by the name of a
 * provider can be tested.
 *
 * @param url the program, at a port of loopback
 * @param efi its other port, which asks for certificates
 */
export function openOutside(url: string, efi: EfiStandIn | null = null): Outside {
  const allowed = [url, ...(efi ? [efi.url] : [])].map((one) => new URL(one).host);
  const http = createHttpClient(createAddressRule(allowed), {
    lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  return { http, addresses: createAddresses(url, efi) };
}
