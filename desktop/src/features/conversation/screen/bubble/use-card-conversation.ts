import { AppError } from '@balcao/shared/errors.ts';
import { createContact } from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_NAME } from '@balcao/shared/features/contacts/limits.ts';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useErrorToast } from '../../../../renderer/kit/toasts.tsx';
import { useOpenConversation } from '../../../../renderer/kit/use-open-conversation.ts';

interface Person {
  name: string;
  number: string;
}

/** Opens the conversation with the person on a contact card; a new person becomes a contact. */
export function useCardConversation() {
  const create = useApiCommand(createContact, { quiet: true });
  const open = useOpenConversation();
  const toastError = useErrorToast();
  const talkTo = ({ name, number }: Person) => {
    const called = name.trim().slice(0, CONTACT_NAME.max).toWellFormed();
    const body = { name: called.length < CONTACT_NAME.min ? number : called, number };
    create.mutateAsync({ body }).then(open, (error: Error) => {
      const known = knownContact(error);
      if (known) open({ ...known, number });
      else toastError(error);
    });
  };
  return { talkTo, isPending: create.isPending };
}

/** The contact that already has the number, when the agent may know. */
function knownContact(error: Error): { id: number; name: string } | null {
  if (!(error instanceof AppError) || error.code !== 'ERR_DUPLICATED_CONTACT') return null;
  const { contactId, name } = error.params;
  return contactId === undefined ? null : { id: Number(contactId), name: String(name ?? '') };
}
