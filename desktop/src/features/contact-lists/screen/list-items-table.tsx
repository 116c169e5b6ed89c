import type { ContactListItemView } from '@balcao/shared/features/contact-lists/items.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Box, Table } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  items: readonly ContactListItemView[];
  onEdit: (item: ContactListItemView) => void;
  onDelete: (item: ContactListItemView) => void;
}

export function ListItemsTable({ items, onEdit, onDelete }: Props) {
  const { t } = useTexts();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('contactLists:name')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('contactLists:items.number')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('contactLists:items.email')}</Table.Th>
          <Table.Th>{t('contactLists:items.whatsapp')}</Table.Th>
        </>
      }
    >
      {items.map((item) => {
        const { id, name, number, email, isWhatsappValid } = item;
        return (
          <Table.Tr key={id}>
            <Table.Td className={cells.name}>
              <bdi>{name}</bdi>
              <Box className={cells.detail} hiddenFrom="xs" fw={400}>
                {formatPhone(number)}
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="xs" className={cells.detail}>
              {formatPhone(number)}
            </Table.Td>
            <Table.Td visibleFrom="sm" className={cells.detail}>
              {email}
            </Table.Td>
            <Table.Td>
              <Validity isValid={isWhatsappValid} />
            </Table.Td>
            <Table.Td>
              <RowActions
                edit={{ label: t('contactLists:editNamed', { name }), onClick: () => onEdit(item) }}
                remove={{ label: t('contactLists:deleteNamed', { name }), onClick: () => onDelete(item) }}
              />
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}

function Validity({ isValid }: { isValid: boolean | null }) {
  const { t } = useTexts();
  if (isValid === null) return <StatusPill tone="neutral">{t('contactLists:items.isUnknown')}</StatusPill>;
  return isValid ? (
    <StatusPill tone="success">{t('contactLists:items.isValid')}</StatusPill>
  ) : (
    <StatusPill tone="warning">{t('contactLists:items.isInvalid')}</StatusPill>
  );
}
