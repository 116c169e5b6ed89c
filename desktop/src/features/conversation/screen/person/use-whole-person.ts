import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useEffect } from 'react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useWholePersonStore } from '../../../../renderer/kit/whole-person.ts';

export interface WholePerson {
  /** The newest conversation with each other contact of the same person. */
  elsewhere: readonly TicketItem[];
  /** All of them are shown as one. */
  isWhole: boolean;
  /** What is shown with the conversation. */
  shown: readonly TicketItem[];
  show(whole: boolean): void;
}

const NONE: readonly TicketItem[] = [];

/** The other conversations with the person behind a ticket. Each ticket begins alone: only there it can be answered. */
export function useWholePerson({ uuid, contactId }: TicketItem): WholePerson {
  // Brings what the cache lacks.
  useBridgeQuery('contacts.linked', { id: contactId });
  const { data: elsewhere = NONE } = useBridgeQuery('tickets.elsewhere', { contactId });
  const { uuids, show } = useWholePersonStore();
  useEffect(() => () => show(uuid, false), [uuid, show]);
  const isWhole = elsewhere.length > 0 && uuids.has(uuid);
  return { elsewhere, isWhole, shown: isWhole ? elsewhere : NONE, show: (whole) => show(uuid, whole) };
}

/** A log begins anew when it shows other conversations. */
export const logKey = ({ id }: TicketItem, shown: readonly TicketItem[]): string =>
  ['log', id, ...shown.map((other) => other.id).sort((a, b) => a - b)].join(' ');
