import { type ContactItem, listContactTickets } from '@balcao/shared/features/contacts/calls.ts';
import { type ApiInput, useApiRead } from './api-query.ts';
import { navigate } from './navigate.ts';
import { useNewTicket } from './new-ticket-store.ts';
import { useErrorToast } from './toasts.tsx';

/** Opens the newest conversation with a contact, or begins the first. */
export function useOpenConversation(): (contact: Pick<ContactItem, 'id' | 'name' | 'number'>) => void {
  const read = useApiRead();
  const toastError = useErrorToast();
  const ask = useNewTicket((dialog) => dialog.ask);
  return (contact) => {
    const input: ApiInput<typeof listContactTickets> = { params: { contactId: contact.id } };
    void read(listContactTickets, input).then(({ tickets: [newest] }) => {
      if (newest) navigate(`/tickets/${newest.uuid}`);
      else ask(contact);
    }, toastError);
  };
}
