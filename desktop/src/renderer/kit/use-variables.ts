import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { fillVariables, OFFERED_VARIABLES, type VariableValues } from '@balcao/shared/text/variables.ts';
import { useMemo } from 'react';
import { useBridgeQuery } from './bridge-query.ts';
import { serverNow } from './server-now.ts';

/** The current values of a conversation, as its customer will read them: in the company's language. */
export interface Variables {
  /** A text with all of it in its places. */
  fill(text: string): string;
  /** The variables to offer, the contact's further fields last. */
  names: readonly string[];
}

export function useVariables(ticket: TicketItem, user: SessionUser): Variables {
  const { data: details } = useBridgeQuery('contacts.get', { id: ticket.contactId });
  const extraInfo = details?.extraInfo;
  return useMemo(() => {
    const fill = fillerOf(ticket, user, extraInfo);
    return { fill, names: [...OFFERED_VARIABLES, ...(extraInfo ?? []).map(({ name }) => name.trim())] };
  }, [ticket, user, extraInfo]);
}

/** Puts the current values of a conversation into a text. @param extraInfo the contact's further fields, if they are known */
export function fillerOf(
  { contact, queue, id }: TicketItem,
  { company, name }: SessionUser,
  extraInfo?: VariableValues['extraInfo'],
): (text: string) => string {
  return (text) =>
    fillVariables(text, {
      name: contact.name,
      user: name,
      queue: queue?.name,
      ticket: id,
      extraInfo,
      at: serverNow(),
      timezone: company.timezone,
      language: company.language,
    });
}
