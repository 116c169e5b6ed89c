import type { QueueView } from '@balcao/shared/api/queues.ts';
import { Group, Table } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useFormat } from '../../app/format.ts';
import { useTexts } from '../../app/use-texts.ts';
import { RowActions } from '../../components/row-actions.tsx';
import classes from './queues.module.css';

interface Props {
  queues: QueueView[];
  onEdit: (queue: QueueView) => void;
  onDelete: (queue: QueueView) => void;
}

export function QueuesTable({ queues, onEdit, onDelete }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <Table className={classes.table} verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('queues:name')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('queues:order')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('queues:greetingMessage')}</Table.Th>
          <Table.Th aria-label={t('common:actions')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {queues.map((queue) => (
          <Table.Tr key={queue.id}>
            <Table.Td>
              <Group gap="sm" wrap="nowrap">
                <span className={classes.bar} style={{ background: queue.color }} />
                <span className={classes.name}>{queue.name}</span>
              </Group>
            </Table.Td>
            <Table.Td visibleFrom="xs">{format.number(queue.orderQueue)}</Table.Td>
            <Table.Td visibleFrom="xs">
              <div className={classes.greeting}>{queue.greetingMessage}</div>
              {queue.media ? (
                <div className={classes.file}>
                  <IconPaperclip size={14} aria-hidden /> {queue.mediaName || t('common:file')}
                </div>
              ) : null}
            </Table.Td>
            <Table.Td>
              <RowActions
                edit={{ label: t('queues:editNamed', { name: queue.name }), onClick: () => onEdit(queue) }}
                remove={{
                  label: t('queues:deleteNamed', { name: queue.name }),
                  onClick: () => onDelete(queue),
                }}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
