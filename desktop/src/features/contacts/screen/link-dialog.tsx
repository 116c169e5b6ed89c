import { Modal } from '@mantine/core';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useLinkContact } from '../../../renderer/kit/link-contact-store.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ChooseContact } from './choose-contact.tsx';
import { useLinks } from './use-links.ts';

/** Chooses the contact of the same person on another channel. */
export function LinkContactDialog() {
  const { t } = useTexts();
  const { contactId, close } = useLinkContact();
  return (
    <Modal
      opened={contactId !== null}
      onClose={close}
      title={t('contacts:link')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {contactId === null ? null : <Choice contactId={contactId} onDone={close} />}
    </Modal>
  );
}

function Choice({ contactId, onDone }: { contactId: number; onDone: () => void }) {
  const { t } = useTexts();
  const { data: contact } = useBridgeQuery('contacts.get', { id: contactId });
  const { data: linked = [] } = useBridgeQuery('contacts.linked', { id: contactId });
  const { link } = useLinks(contact ?? { id: contactId, personId: null });
  return (
    <ChooseContact
      hint={t('contacts:linkHint')}
      except={[contactId, ...linked.map(({ id }) => id)]}
      onChoose={(other) => {
        onDone();
        link(other);
      }}
    />
  );
}
