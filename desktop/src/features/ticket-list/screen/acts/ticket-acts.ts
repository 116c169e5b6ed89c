import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { can } from '@balcao/shared/permissions.ts';
import { mayActOn } from '../../../../renderer/components/ticket/may-act-on.ts';
import { snoozedUntil } from '../../../../renderer/components/ticket/snoozed-until.ts';
import { isOwnWindow } from '../../../../renderer/kit/own-window.ts';
import type { Property } from '../../../../renderer/kit/property-store.ts';

/** Everything that can be done with a ticket from the outside, in the order of the menu. */
export const TICKET_ACTS = [
  'open',
  'openWindow',
  'copyLink',
  'peek',
  'accept',
  'reopen',
  'tags',
  'macro',
  'assign',
  'queue',
  'transfer',
  'return',
  'startBot',
  'silenceBot',
  'snooze',
  'resume',
  'pin',
  'unpin',
  'markUnread',
  'remember',
  'share',
  'document',
  'select',
  'close',
  'closeSilently',
  'hold',
  'remove',
] as const;
export type TicketAct = (typeof TICKET_ACTS)[number];

/**
 * Single keys while a row has the focus, as the shortcut sheet lists them. A waiting ticket goes to oneself, any other to
 * whom one says: both with the same key.
 */
export const ACT_KEYS: Partial<Record<TicketAct, string>> = {
  open: 'Enter',
  openWindow: 'N',
  peek: 'E',
  accept: 'A',
  assign: 'A',
  queue: 'Q',
  reopen: 'R',
  transfer: 'T',
  return: 'D',
  tags: 'L',
  macro: 'M',
  snooze: 'H',
  pin: 'P',
  unpin: 'P',
  markUnread: 'U',
  select: 'X',
  close: 'F',
  remove: '#',
};

/** Those that a popover does, and the property that it changes. */
export const PROPERTY_ACTS = { tags: 'tags', assign: 'assignee', queue: 'queue' } as const satisfies Partial<
  Record<TicketAct, Property>
>;
export type PropertyAct = keyof typeof PROPERTY_ACTS;

/** Those that ask for more, and then are for all that is selected. */
export const SELECTED_ACTS = ['tags', 'assign', 'queue', 'macro'] as const satisfies TicketAct[];
export type SelectedAct = (typeof SELECTED_ACTS)[number];
export const isSelectedAct = (act: TicketAct): act is SelectedAct => SELECTED_ACTS.some((one) => one === act);

/** The user's actions on the ticket in its current state. The server decides; this only hides those it would refuse. */
export function mayDo(act: TicketAct, ticket: TicketItem, user: SessionUser): boolean {
  const { status } = ticket;
  switch (act) {
    case 'open':
      return status !== 'pending';
    case 'openWindow':
      return status !== 'pending' && !isOwnWindow();
    case 'copyLink':
    case 'peek':
    case 'remember':
    case 'document':
    case 'select':
      return true;
    case 'share':
      return user.company.plan?.useInternalChat === true;
    case 'tags':
    case 'macro':
      return mayActOn(ticket, user);
    case 'accept':
      return status === 'pending';
    case 'reopen':
      return status === 'closed';
    case 'return':
      return status === 'open' && mayActOn(ticket, user);
    case 'startBot':
      return status !== 'closed' && !ticket.chatbot && !ticket.isGroup && mayActOn(ticket, user);
    case 'silenceBot':
      return ticket.chatbot;
    case 'assign':
    case 'queue':
    case 'transfer':
    case 'close':
    case 'closeSilently':
      return status !== 'closed' && mayActOn(ticket, user);
    case 'snooze':
      return status !== 'closed' && mayActOn(ticket, user);
    case 'resume':
      return snoozedUntil(ticket) !== null && mayActOn(ticket, user);
    case 'pin':
      return status !== 'closed' && !ticket.pinned;
    case 'unpin':
      return ticket.pinned;
    case 'markUnread':
      return status === 'open' && !ticket.markedUnread && mayActOn(ticket, user);
    case 'hold':
      return can(user, 'retention:manage');
    case 'remove':
      return can(user, 'tickets:delete');
  }
}
