import { createAddressRule } from '../../platform/outgoing/address-rule.ts';
import { createDoor } from '../../platform/outgoing/door.ts';
import { createAddresses, type Outside } from '../outside.ts';

/**
 * A world outside that consists of one program. Every name leads to it, so that clients which go by the name of a
 * provider can be tested.
 *
 * @param url the program, at a port of loopback
 */
export function openOutside(url: string): Outside {
  const { host } = new URL(url);
  const door = createDoor(createAddressRule([host]), {
    lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  return { door, addresses: createAddresses(url) };
}
