import type { QuickMessageView } from '@balcao/shared/features/quick-messages/calls.ts';
import { Badge, Table } from '@mantine/core';
import classes from '../../../features/quick-messages/screen/quick-messages.module.css';
import { FileNote } from '../../components/file-note.tsx';
import cells from '../../components/list-table.module.css';
import { ListTable } from '../../components/list-table.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { useRows } from '../../kit/use-rows.ts';
import { useTexts } from '../../kit/use-texts.ts';

interface Props {
  quickMessages: QuickMessageView[];
  mayChange: (quick: QuickMessageView) => boolean;
  onEdit: (quick: QuickMessageView) => void;
  onDelete: (quick: QuickMessageView) => void;
}

export function QuickMessagesTable({ quickMessages, mayChange, onEdit, onDelete }: Props) {
  const { t } = useTexts();
  const queues = useRows('queue');
  const whose = ({ geral, queueId }: QuickMessageView): string => {
    if (!geral) return t('quickMessages:onlyMe');
    const queue = queues.data?.find(({ id }) => id === queueId);
    return queue ? queue.name : t('quickMessages:everybody');
  };
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('quickMessages:shortcode')}</Table.Th>
          <Table.Th>{t('quickMessages:message')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('quickMessages:audience')}</Table.Th>
        </>
      }
    >
      {quickMessages.map((quick) => (
        <Table.Tr key={quick.id}>
          <Table.Td className={classes.shortcode}>
            /{quick.shortcode}
            {quick.status ? null : (
              <Badge variant="light" color="gray" tt="none" ml="xs">
                {t('quickMessages:off')}
              </Badge>
            )}
          </Table.Td>
          <Table.Td className={classes.message}>
            <div className={cells.text}>{quick.message}</div>
            {quick.isMedia ? <FileNote name={quick.mediaName} /> : null}
          </Table.Td>
          <Table.Td visibleFrom="xs">
            {whose(quick)}
            {quick.geral && quick.userName ? (
              <div className={cells.detail}>{t('quickMessages:by', { name: quick.userName })}</div>
            ) : null}
          </Table.Td>
          <Table.Td>
            {mayChange(quick) ? (
              <RowActions
                edit={{
                  label: t('quickMessages:editNamed', { name: quick.shortcode }),
                  onClick: () => onEdit(quick),
                }}
                remove={{
                  label: t('quickMessages:deleteNamed', { name: quick.shortcode }),
                  onClick: () => onDelete(quick),
                }}
              />
            ) : null}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
