import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, instant } from '../../contract/fields.ts';
import { CHANNELS } from '../connections/channel.ts';

/**
 * Messages that were waiting to go out when a backup was restored, and may have left since. They stand in their
 * conversations as not sent until somebody decides: there one by one, here many at once.
 */

const heldMessages = z.object({
  connectionId: id,
  connectionName: z.string(),
  channel: z.enum(CHANNELS),
  count: z.int(),
  /** When the oldest of them was written. */
  oldestAt: instant,
});
export type HeldMessages = z.output<typeof heldMessages>;

/** Connections with messages that wait for a decision: those of the most first. */
export const listHeldMessages = route({
  method: 'GET',
  path: '/held-messages',
  access: 'heldMessages:decide',
  screen: true,
  response: z.array(heldMessages),
});

const decision = {
  method: 'POST',
  access: 'heldMessages:decide',
  screen: true,
  /** Absent: those of all connections. */
  body: z.object({ connectionId: id.optional() }).default({}),
  /** How many it was about. */
  response: z.object({ count: z.int() }),
  errors: ['ERR_NO_WAPP_FOUND'],
} as const;

/** All of them go out now, the oldest of each conversation first. Customers may get twice what had left already. */
export const sendHeldMessages = route({ ...decision, path: '/held-messages/send' });

/** None of them goes out: they stay in their conversations as not sent, where each can still be sent (ERR_SEND_DROPPED). */
export const dropHeldMessages = route({ ...decision, path: '/held-messages/drop' });
