import { DEFAULT_CHANNEL } from '@balcao/shared/features/connections/channel.ts';
import type { ContactItem } from '@balcao/shared/features/contacts/calls.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { ActionIcon, Badge, Box, Table, Tooltip, UnstyledButton } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { BlockedBadge } from './blocked-badge.tsx';
import classes from './contacts.module.css';

interface Props {
  contacts: ContactItem[];
  onOpen: (contact: ContactItem) => void;
  onEdit: (contact: ContactItem) => void;
  onNewTicket: (contact: ContactItem) => void;
  /** Absent for users who may not delete. */
  onDelete?: (contact: ContactItem) => void;
}

/** Most people write on WhatsApp: it needs saying only of the others. */
const isElsewhere = ({ channels }: ContactItem) => channels.some((channel) => channel !== DEFAULT_CHANNEL);

export function ContactsTable({ contacts, onOpen, onEdit, onNewTicket, onDelete }: Props) {
  const { t } = useTexts();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('contacts:name')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('contacts:number')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('contacts:email')}</Table.Th>
        </>
      }
    >
      {contacts.map((contact) => {
        const phone = contact.number ? formatPhone(contact.number) : t('contacts:noNumber');
        const name = contact.name || phone;
        return (
          <Table.Tr key={contact.id}>
            <Table.Td className={classes.nameCell}>
              <UnstyledButton className={classes.person} onClick={() => onOpen(contact)}>
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
            </Table.Td>
            <Table.Td visibleFrom="xs" className={cells.detail}>
              {phone}
            </Table.Td>
            <Table.Td visibleFrom="sm" className={cells.detail}>
              {contact.email}
            </Table.Td>
            <Table.Td>
              <RowActions
                edit={{ label: t('contacts:editNamed', { name }), onClick: () => onEdit(contact) }}
                remove={
                  onDelete
                    ? { label: t('contacts:deleteNamed', { name }), onClick: () => onDelete(contact) }
                    : undefined
                }
              >
                {contact.isGroup ? null : (
                  <Tooltip label={t('contacts:newTicket')}>
                    <ActionIcon
                      aria-label={t('contacts:newTicketNamed', { name })}
                      onClick={() => onNewTicket(contact)}
                    >
                      <IconMessagePlus size={18} stroke={1.6} />
                    </ActionIcon>
                  </Tooltip>
                )}
              </RowActions>
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}
