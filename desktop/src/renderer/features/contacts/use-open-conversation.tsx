import { type ContactItem, listContactTickets } from '@balcao/shared/api/contacts.ts';
import { useLocation } from 'wouter';
import type { ApiInput } from '../../app/api-query.ts';
import { useApiRead } from '../../app/api-query.ts';
import { showToast, useErrorToast } from '../../app/toasts.tsx';
import { useTexts } from '../../app/use-texts.ts';

/** Opens the newest conversation with a contact. */
export function useOpenConversation(): (contact: Pick<ContactItem, 'id' | 'name' | 'number'>) => void {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  const read = useApiRead();
  const toastError = useErrorToast();
  return ({ id, name, number }) => {
    const input: ApiInput<typeof listContactTickets> = { params: { contactId: id } };
    void read(listContactTickets, input).then(({ tickets: [newest] }) => {
      if (newest) navigate(`/tickets/${newest.uuid}`);
      else showToast(t('contacts:noTicketYet', { name: name || number }));
    }, toastError);
  };
}
