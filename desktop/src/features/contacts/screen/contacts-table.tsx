import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { DEFAULT_CHANNEL } from '@balcao/shared/features/connections/channel.ts';
import {
  type ContactItem,
  deleteContact,
  type ListedContact,
} from '@balcao/shared/features/contacts/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { displayName, formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { ActionIcon, Badge, Box, Group, Tooltip, UnstyledButton } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { TagChips } from '../../../renderer/components/ticket/tag-chips.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useNewTicket } from '../../../renderer/kit/new-ticket-store.ts';
import { useOpenConversation } from '../../../renderer/kit/use-open-conversation.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { BlockedBadge } from './blocked-badge.tsx';
import classes from './contacts.module.css';

interface Props {
  contacts: readonly ListedContact[];
  user: SessionUser;
  onEdit: (contact: ContactItem) => void;
}

export function ContactsTable({ contacts, user, onEdit }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const open = useOpenConversation();
  const newTicket = useNewTicket((dialog) => dialog.ask);
  const remove = useApiCommand(deleteContact);
  const mayDelete = can(user, 'contacts-page:deleteContact');
  const phoneOf = ({ number }: ContactItem) => (number ? formatPhone(number) : t('contacts:noNumber'));
  return (
    <ListTable
      rows={contacts}
      columns={[
        {
          head: t('contacts:name'),
          className: classes.nameCell,
          cell: (contact) => (
            <Person contact={contact} phone={phoneOf(contact)} onOpen={() => open(contact)} />
          ),
        },
        {
          head: t('contacts:number'),
          visibleFrom: 'xs',
          className: cells.detail,
          // Few have an e-mail: a column of its own would be empty.
          cell: (contact) => (
            <>
              {phoneOf(contact)}
              {contact.email ? <div>{contact.email}</div> : null}
            </>
          ),
        },
        {
          head: t('contacts:lastTalk'),
          visibleFrom: 'md',
          className: cells.detail,
          cell: ({ lastMessageAt, tags }) => (
            <>
              {lastMessageAt ? format.moment(lastMessageAt) : '–'}
              {tags.length > 0 ? (
                <Group gap={4} mt={4}>
                  <TagChips tags={tags} most={3} />
                </Group>
              ) : null}
            </>
          ),
        },
      ]}
      actions={(contact) => {
        const name = contact.name || phoneOf(contact);
        return (
          <RowActions
            edit={{ label: t('contacts:editNamed', { name }), onClick: () => onEdit(contact) }}
            remove={
              mayDelete
                ? {
                    label: t('contacts:deleteNamed', { name }),
                    question: t('contacts:deleteHint', { name: displayName(contact) }),
                    run: () => remove.mutateAsync({ params: { contactId: contact.id } }),
                  }
                : undefined
            }
          >
            {contact.isGroup ? null : (
              <Tooltip label={t('contacts:newTicket')}>
                <ActionIcon
                  aria-label={t('contacts:newTicketNamed', { name })}
                  onClick={() => newTicket(contact)}
                >
                  <IconMessagePlus size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            )}
          </RowActions>
        );
      }}
    />
  );
}

interface PersonProps {
  contact: ContactItem;
  phone: string;
  onOpen: () => void;
}

function Person({ contact, phone, onOpen }: PersonProps) {
  const { t } = useTexts();
  const name = contact.name || phone;
  return (
    <UnstyledButton className={classes.person} onClick={onOpen}>
      <PersonAvatar name={name} url={contact.profilePicUrl} size={36} />
      <span className={classes.who}>
        <bdi className={classes.name}>{name}</bdi>
        <Box component="span" className={cells.detail} hiddenFrom="xs">
          {phone}
        </Box>
      </span>
      {contact.isGroup ? (
        <Badge variant="default" tt="none">
          {t('contacts:group')}
        </Badge>
      ) : null}
      {isElsewhere(contact)
        ? contact.channels.map((channel) => (
            <ChannelIcon key={channel} channel={channel} className={classes.channel} />
          ))
        : null}
      <BlockedBadge contact={contact} />
    </UnstyledButton>
  );
}

/** Most people write on WhatsApp: it needs saying only of the others. */
const isElsewhere = ({ channels }: ContactItem) => channels.some((channel) => channel !== DEFAULT_CHANNEL);
