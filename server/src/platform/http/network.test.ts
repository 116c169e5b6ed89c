import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it('is one for all addresses of an IPv6 line, and each for itself of IPv4', () => {
  const addresses = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::1': '0:0:0:0::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '2001:DB8:0:00:ffff:ffff:ffff:ffff': '2001:db8:0:0::/64',
    '2001:db8:0:1::': '2001:db8:0:1::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    unknown: 'unknown',
  };
  for (const [address, network] of Object.entries(addresses)) expect(networkOf(address)).toBe(network);
});
