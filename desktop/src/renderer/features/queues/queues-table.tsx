import type { QueueView } from '@balcao/shared/features/queues/calls.ts';
import { ActionIcon, Group, Table, Tooltip } from '@mantine/core';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { ReachedBy } from '../../../features/queues/screen/queue-connections.tsx';
import classes from '../../../features/queues/screen/queues.module.css';
import { FileNote } from '../../components/file-note.tsx';
import cells from '../../components/list-table.module.css';
import { ListTable } from '../../components/list-table.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';

interface Props {
  queues: QueueView[];
  onEdit: (queue: QueueView) => void;
  onTry: (queue: QueueView) => void;
  onDelete: (queue: QueueView) => void;
}

export function QueuesTable({ queues, onEdit, onTry, onDelete }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('queues:name')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('queues:order')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('queues:greetingMessage')}</Table.Th>
        </>
      }
    >
      {queues.map((queue) => (
        <Table.Tr key={queue.id}>
          <Table.Td>
            <Group gap="sm" wrap="nowrap">
              <span className={classes.bar} style={{ background: queue.color }} />
              <div>
                <div className={cells.name}>{queue.name}</div>
                <ReachedBy connectionIds={queue.connectionIds} />
              </div>
            </Group>
          </Table.Td>
          <Table.Td visibleFrom="xs">{format.number(queue.orderQueue)}</Table.Td>
          <Table.Td visibleFrom="xs">
            <div className={cells.text}>{queue.greetingMessage}</div>
            {queue.media ? <FileNote name={queue.mediaName} /> : null}
          </Table.Td>
          <Table.Td>
            <RowActions
              edit={{ label: t('queues:editNamed', { name: queue.name }), onClick: () => onEdit(queue) }}
              remove={{
                label: t('queues:deleteNamed', { name: queue.name }),
                onClick: () => onDelete(queue),
              }}
            >
              <Tooltip label={t('queues:phone.try')}>
                <ActionIcon
                  aria-label={t('queues:phone.tryNamed', { name: queue.name })}
                  onClick={() => onTry(queue)}
                >
                  <IconDeviceMobileMessage size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            </RowActions>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
