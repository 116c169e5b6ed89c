import {
  type ContactListItemView,
  deleteContactListItem,
} from '@balcao/shared/features/contact-lists/items.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Box } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  items: readonly ContactListItemView[];
  onEdit: (item: ContactListItemView) => void;
}

export function ListItemsTable({ items, onEdit }: Props) {
  const { t } = useTexts();
  const remove = useApiCommand(deleteContactListItem);
  const removeOne = async (contactListItemId: number) => {
    await remove.mutateAsync({ params: { contactListItemId } });
    showToast(t('contactLists:items.deleted'), { color: 'blue' });
  };
  return (
    <ListTable
      rows={items}
      columns={[
        {
          head: t('contactLists:name'),
          className: cells.name,
          cell: ({ name, number }) => (
            <>
              <bdi>{name}</bdi>
              <Box className={cells.detail} hiddenFrom="xs" fw={400}>
                {formatPhone(number)}
              </Box>
            </>
          ),
        },
        {
          head: t('contactLists:items.number'),
          visibleFrom: 'xs',
          className: cells.detail,
          cell: ({ number }) => formatPhone(number),
        },
        {
          head: t('contactLists:items.email'),
          visibleFrom: 'sm',
          className: cells.detail,
          cell: ({ email }) => email,
        },
        {
          head: t('contactLists:items.whatsapp'),
          cell: ({ isWhatsappValid }) => <Validity isValid={isWhatsappValid} />,
        },
      ]}
      actions={(item) => (
        <RowActions
          edit={{
            label: t('contactLists:editNamed', { name: item.name }),
            onClick: () => onEdit(item),
          }}
          remove={{
            label: t('contactLists:deleteNamed', { name: item.name }),
            question: t('contactLists:items.deleteHint', { name: item.name }),
            run: () => removeOne(item.id),
          }}
        />
      )}
    />
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
