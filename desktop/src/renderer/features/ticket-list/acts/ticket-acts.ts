import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { can } from '@balcao/shared/permissions.ts';
import { mayActOn } from '../../../components/ticket/may-act-on.ts';
import { isOwnWindow } from '../../../kit/own-window.ts';

/** Everything that can be done with a ticket from the outside, in the order of the menu. */
export const TICKET_ACTS = [
  'open',
  'openWindow',
  'copyLink',
  'peek',
  'accept',
  'reopen',
  'transfer',
  'return',
  'tags',
  'select',
  'close',
  'closeSilently',
  'remove',
] as const;
export type TicketAct = (typeof TICKET_ACTS)[number];

/** Single keys while a row has the focus, as the shortcut sheet lists them. */
export const ACT_KEYS: Partial<Record<TicketAct, string>> = {
  open: 'Enter',
  openWindow: 'N',
  peek: 'E',
  accept: 'A',
  reopen: 'R',
  transfer: 'T',
  return: 'D',
  tags: 'L',
  select: 'X',
  close: 'F',
};

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
    case 'select':
    case 'tags':
      return true;
    case 'accept':
      return status === 'pending';
    case 'reopen':
      return status === 'closed';
    case 'return':
      return status === 'open' && mayActOn(ticket, user);
    case 'transfer':
    case 'close':
    case 'closeSilently':
      return status !== 'closed' && mayActOn(ticket, user);
    case 'remove':
      return can(user, 'tickets:delete');
  }
}
