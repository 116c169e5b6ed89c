/** Items that wait for a phone while it is offline. Plain data, so that it can be kept in a file. */
import type { Node } from '../wire/nodes.ts';

/** A companion, by the number of its phone and its device id. */
interface DeviceRef {
  number: string;
  device: number;
}

export type MailboxItem =
  /** written on this phone while it was offline */
  | { what: 'send'; id: string }
  /** from another simulated phone */
  | { what: 'fromPhone'; from: string; id: string }
  /** from a companion */
  | { what: 'message'; from: DeviceRef; node: Node; enc: Node; chat: string; own: boolean }
  | { what: 'receipt'; from: DeviceRef; node: Node };
