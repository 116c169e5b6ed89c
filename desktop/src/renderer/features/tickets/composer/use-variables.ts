import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { Language, TicketItem } from '@balcao/shared/bridge/methods.ts';
import { fillVariables } from '@balcao/shared/domain/variables.ts';
import { useCallback } from 'react';
import { useTexts } from '../../../app/use-texts.ts';

/** Fills a text with what is known of this conversation now. */
export function useVariables(ticket: TicketItem, user: SessionUser): (text: string) => string {
  const { i18n } = useTexts();
  const { contact, queue, id } = ticket;
  const { company, name } = user;
  return useCallback(
    (text) =>
      fillVariables(text, {
        name: contact.name,
        user: name,
        queue: queue?.name,
        ticket: id,
        at: new Date(),
        timezone: company.timezone,
        language: i18n.language as Language,
      }),
    [contact, queue, id, company, name, i18n.language],
  );
}
