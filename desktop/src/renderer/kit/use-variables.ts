import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { fillVariables, OFFERED_VARIABLES } from '@balcao/shared/text/variables.ts';
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
  const { contact, contactId, queue, id } = ticket;
  const { company, name } = user;
  const { data: details } = useBridgeQuery('contacts.get', { id: contactId });
  const extraInfo = details?.extraInfo;
  return useMemo(() => {
    const fill = (text: string) =>
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
    return { fill, names: [...OFFERED_VARIABLES, ...(extraInfo ?? []).map(({ name }) => name.trim())] };
  }, [contact, queue, id, company, name, extraInfo]);
}
