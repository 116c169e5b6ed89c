import type { LinkedContact } from '@balcao/shared/features/contacts/bridge.ts';
import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import { useUndo } from '../../../renderer/components/ticket/use-undo.tsx';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Links a contact to another and unlinks it: both are done at once, and can be taken back for a moment. */
export function useLinks({ id, personId }: Pick<ContactRow, 'id' | 'personId'>) {
  const { t } = useTexts();
  const link = useBridgeCommand('contacts.link');
  const unlink = useBridgeCommand('contacts.unlink');
  const offerUndo = useUndo();
  const undone = async (doing: Promise<null>) => void (await doing);
  return {
    link(other: Pick<LinkedContact, 'id' | 'name'>) {
      link.mutate({ contactId: id, otherId: other.id });
      // Who was linked to nobody has come to the others, and leaves them again.
      const joined = personId === null ? id : other.id;
      offerUndo(t('contacts:linked', other), () => undone(unlink.mutateAsync({ contactId: joined })));
    },
    unlink(other: Pick<LinkedContact, 'id' | 'name'>) {
      unlink.mutate({ contactId: other.id });
      offerUndo(t('contacts:unlinked', other), () =>
        undone(link.mutateAsync({ contactId: id, otherId: other.id })),
      );
    },
  };
}
