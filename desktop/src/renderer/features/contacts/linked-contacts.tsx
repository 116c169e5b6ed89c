import type { LinkedContact } from '@balcao/shared/bridge/contacts.ts';
import type { ContactRow } from '@balcao/shared/model/contact.ts';
import { ActionIcon, Button, Group, Modal, UnstyledButton } from '@mantine/core';
import { IconLink, IconUnlink } from '@tabler/icons-react';
import { useState } from 'react';
import { ChannelIcon } from '../../components/channel-icon.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { useUndo } from '../../components/ticket/use-undo.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../kit/bridge-query.ts';
import { useOpenConversation } from '../../kit/use-open-conversation.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { ChooseContact, numberOf } from './choose-contact.tsx';
import classes from './contact-panel.module.css';

/** The contacts of the same person on other channels, linked and unlinked by hand. */
export function LinkedContacts({ contact }: { contact: ContactRow }) {
  const { t } = useTexts();
  const { data: linked = [] } = useBridgeQuery('contacts.linked', { id: contact.id });
  const [isChoosing, setChoosing] = useState(false);
  const { link, unlink } = useLinks(contact);
  return (
    <section className={classes.section} aria-label={t('contacts:alsoOn')}>
      <h3 className={classes.heading}>{t('contacts:alsoOn')}</h3>
      {linked.length === 0 ? null : (
        <div>
          {linked.map((other) => (
            <Linked key={other.id} contact={other} onUnlink={() => unlink(other)} />
          ))}
        </div>
      )}
      <Button
        variant="default"
        justify="flex-start"
        leftSection={<IconLink size={16} aria-hidden />}
        onClick={() => setChoosing(true)}
      >
        {t('contacts:link')}
      </Button>
      <Modal
        opened={isChoosing}
        onClose={() => setChoosing(false)}
        title={t('contacts:link')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <ChooseContact
          hint={t('contacts:linkHint')}
          except={[contact.id, ...linked.map(({ id }) => id)]}
          onChoose={(other) => {
            setChoosing(false);
            link(other);
          }}
        />
      </Modal>
    </section>
  );
}

function Linked({ contact, onUnlink }: { contact: LinkedContact; onUnlink: () => void }) {
  const { t } = useTexts();
  const open = useOpenConversation();
  const name = contact.name || numberOf(contact) || t('contacts:noNumber');
  return (
    <Group gap={4} wrap="nowrap">
      <UnstyledButton
        className={`${classes.ticket} ${classes.linked}`}
        aria-label={t('contacts:openLinked', { name })}
        onClick={() => open(contact)}
      >
        <PersonAvatar name={name} url={contact.profilePicUrl} size={28} />
        <span className={classes.ticketText}>
          <bdi className={classes.ticketLine}>{name}</bdi>
          {contact.notes ? (
            <span className={`${classes.muted} ${classes.linkedNotes}`}>{contact.notes}</span>
          ) : null}
        </span>
        {contact.channels.map((channel) => (
          <ChannelIcon key={channel} channel={channel} />
        ))}
      </UnstyledButton>
      <ActionIcon
        aria-label={t('contacts:unlink', { name })}
        title={t('contacts:unlink', { name })}
        onClick={onUnlink}
      >
        <IconUnlink size={16} />
      </ActionIcon>
    </Group>
  );
}

/** Both are done at once, and can be taken back for a moment. */
function useLinks({ id, personId }: ContactRow) {
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
