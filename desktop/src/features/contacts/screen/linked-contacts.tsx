import type { LinkedContact } from '@balcao/shared/features/contacts/bridge.ts';
import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import { ActionIcon, Button, Group, UnstyledButton } from '@mantine/core';
import { IconLink, IconUnlink } from '@tabler/icons-react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useLinkContact } from '../../../renderer/kit/link-contact-store.ts';
import { useOpenConversation } from '../../../renderer/kit/use-open-conversation.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { numberOf } from './choose-contact.tsx';
import classes from './contact-panel.module.css';
import { useLinks } from './use-links.ts';

/** The contacts of the same person on other channels, linked and unlinked by hand. */
export function LinkedContacts({ contact }: { contact: ContactRow }) {
  const { t } = useTexts();
  const { data: linked = [] } = useBridgeQuery('contacts.linked', { id: contact.id });
  const ask = useLinkContact((dialog) => dialog.ask);
  const { unlink } = useLinks(contact);
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
        onClick={() => ask(contact.id)}
      >
        {t('contacts:link')}
      </Button>
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
