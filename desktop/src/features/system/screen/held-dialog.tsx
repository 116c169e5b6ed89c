import { listHeldConnections, type ProcessView } from '@balcao/shared/features/system/calls.ts';
import { Modal, Text } from '@mantine/core';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { LoadMore } from '../../../renderer/components/load-more.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { NumberCell } from './number-cell.tsx';

/** The numbers whose session a program is. */
export function HeldDialog({ process, onClose }: { process: ProcessView | null; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Modal
      opened={process !== null}
      onClose={onClose}
      title={process ? t('system:machines.held', { machine: process.machine }) : ''}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {process ? <Held processId={process.id} /> : null}
    </Modal>
  );
}

function Held({ processId }: { processId: string }) {
  const { t } = useTexts();
  const pages = useApiPages(listHeldConnections, { process: processId }, ({ list }) =>
    list.map((connection) => ({ ...connection, id: connection.connectionId })),
  );
  return (
    <QueryView query={pages}>
      {() =>
        pages.rows.length === 0 ? (
          <Text c="var(--text-muted)">{t('system:machines.nothingHeld')}</Text>
        ) : (
          <>
            <ListTable
              rows={pages.rows}
              columns={[
                {
                  head: t('system:check.numbers'),
                  cell: (connection) => <NumberCell {...connection} />,
                },
                {
                  head: t('connections:statusColumn'),
                  cell: ({ status }) => t(`connections:status.${status}`),
                },
              ]}
            />
            <LoadMore pages={pages} />
          </>
        )
      }
    </QueryView>
  );
}
