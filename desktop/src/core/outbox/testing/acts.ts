import type { MutationName } from '@balcao/shared/sync/commands.ts';
import type { Store } from '../../store/store.ts';
import { instant, uuid } from '../../store/testing/rows.ts';
import type { Rejection } from '../outbox.ts';

/** What an agent and the sync client do with a store in these tests. */

/** No screen shows a ticket. */
export const NOBODY = { interest: new Set<number>() };

export const sendArgs = (n: number, ticketId = 1) => ({
  id: uuid(n),
  ticketId,
  body: `answer ${n}`,
  mediaId: null,
  quotedMsgId: null,
});
export const send = (store: Store, n: number) =>
  store.enqueue({ name: 'message.send', args: sendArgs(n), at: instant(n) });

export type TicketStep = Exclude<Extract<MutationName, `ticket.${string}`>, 'ticket.transfer'>;
export const act = (store: Store, name: TicketStep, ticketId = 1) =>
  store.enqueue({ name, args: { ticketId, tagIds: [9, 2, 9] }, at: instant(100) });

/** Everything queued goes out, as the sync client does it. */
export const push = (store: Store) => store.outbox.number(store.outbox.ready(99));

export const bubbles = (store: Store) =>
  store.messages
    .page({ ticketId: 1, before: null, limit: 50 })
    .messages.map(({ id, delivery, ack, errorCode }) => ({ id, delivery, ack, errorCode }));

export function rejections(store: Store): Rejection[] {
  const heard: Rejection[] = [];
  store.on('rejected', (rejection) => heard.push(rejection));
  return heard;
}
