import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Decides which addresses a company's own words may lead the server to. */
export type AddressRule = (address: string, port: number) => boolean;

/** `127.0.0.1:4600`, `10.0.0.0/8`, `[fd00::1]:443`. */
const ENTRY = /^(?:\[([^\]]+)\]|([^:/[\]]+|[0-9a-f:]+))(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/i;
const MAX_PORT = 65_535;

interface Range {
  address: ipaddr.IPv4 | ipaddr.IPv6;
  bits: number;
  port: number | null;
}

/**
 * Public addresses, and what the operator allows beside them.
 *
 * @param allowed addresses with, where wanted, the bits of a network and a port
 * @throws Error for an entry that is none
 */
export function createAddressRule(allowed: readonly string[]): AddressRule {
  const ranges = allowed.map(rangeOf);
  return (address, port) => {
    if (!ipaddr.isValid(address)) return false;
    // An IPv4 address in an IPv6 coat is the IPv4 address.
    const parsed = ipaddr.process(address);
    if (isPublic(parsed)) return true;
    return ranges.some(
      (range) =>
        range.address.kind() === parsed.kind() &&
        parsed.match(range.address, range.bits) &&
        (range.port === null || range.port === port),
    );
  };
}

/** All of IPv6 that is given out to the world; beside it lies IPv4 in other coats, among others. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');
/** A public address that leads Azure's machines into Azure's inside. */
const AZURE_INSIDE = '168.63.129.16';

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' &&
  (address instanceof ipaddr.IPv4 ? address.toString() !== AZURE_INSIDE : address.match(GIVEN_OUT));

function rangeOf(entry: string): Range {
  const [, v6, plain, bits, port] = ENTRY.exec(entry.trim()) ?? [];
  const text = v6 ?? plain;
  if (text === undefined || !isIP(text)) throw new Error(`${entry} is no address`);
  const address = ipaddr.process(text);
  const most = address.kind() === 'ipv4' ? 32 : 128;
  const range = { address, bits: bits ? Number(bits) : most, port: port ? Number(port) : null };
  if (range.bits > most) throw new Error(`${entry} has too many bits`);
  if (Number(range.port) > MAX_PORT) throw new Error(`${entry} has no such port`);
  return range;
}
