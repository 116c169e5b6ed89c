import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { fillVariables } from '@balcao/shared/domain/variables.ts';
import { useCallback } from 'react';
import { useBridgeQuery } from '../../../app/bridge-query.ts';
import { serverNow } from '../../../app/server-now.ts';

/** Fills a text with what is known of this conversation now, as the customer will read it: in the company's language. */
export function useVariables(ticket: TicketItem, user: SessionUser): (text: string) => string {
  const { contact, contactId, queue, id } = ticket;
  const { company, name } = user;
  const { data: details } = useBridgeQuery('contacts.get', { id: contactId });
  const extraInfo = details?.extraInfo;
  return useCallback(
    (text) =>
      fillVariables(text, {
        name: contact.name,
        user: name,
        queue: queue?.name,
        ticket: id,
        extraInfo,
        at: serverNow(),
        timezone: company.timezone,
        language: company.language,
      }),
    [contact, queue, id, company, name, extraInfo],
  );
}
