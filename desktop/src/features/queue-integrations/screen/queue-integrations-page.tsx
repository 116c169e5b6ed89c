import { deleteQueueIntegration, sumUpDeliveries } from '@balcao/shared/features/queue-integrations/calls.ts';
import type { QueueIntegrationRow } from '@balcao/shared/features/queue-integrations/row.ts';
import { isTold } from '@balcao/shared/features/queue-integrations/rules.ts';
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconListDetails, IconPlayerPlay, IconPuzzle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { DeliverySummaryCell } from '../../../renderer/components/deliveries/delivery-summary.tsx';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useSearchedList } from '../../../renderer/kit/use-list.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { IntegrationLogo } from './integration-logo.tsx';
import { QueueIntegrationDialog } from './queue-integration-dialog.tsx';
import { useRowTrial } from './use-row-trial.ts';

/** The programs outside that answer customers. From the console's own rows: it opens at once and changes live. */
export function QueueIntegrationsPage() {
  const { t } = useTexts();
  const format = useFormat();
  const list = useSearchedList(useRows('queueIntegration'), ({ name }) => [name]);
  const [editing, setEditing] = useState<QueueIntegrationRow | 'new' | null>(null);
  const remove = useApiCommand(deleteQueueIntegration);
  const { data } = useApiQuery(sumUpDeliveries, {});
  const trial = useRowTrial();

  return (
    <ListPage
      title={t('queueIntegrations:titleCounted', { total: format.number(list.rows.length) })}
      subtitle={t('queueIntegrations:subtitle')}
      search={t('queueIntegrations:search')}
      add={{ label: t('queueIntegrations:add'), onClick: () => setEditing('new') }}
      list={list}
      empty={{
        icon: IconPuzzle,
        title: t('queueIntegrations:empty'),
        hint: t('queueIntegrations:emptyHint'),
      }}
      dialog={<QueueIntegrationDialog integration={editing} onClose={() => setEditing(null)} />}
    >
      <ListTable
        rows={list.rows}
        columns={[
          {
            head: t('queueIntegrations:type'),
            cell: ({ type }) => (
              <Group gap="sm" wrap="nowrap">
                <IntegrationLogo type={type} />
                {t(`queueIntegrations:types.${type}`)}
              </Group>
            ),
          },
          {
            head: t('queueIntegrations:id'),
            visibleFrom: 'xs',
            className: cells.detail,
            cell: ({ id }) => id,
          },
          { head: t('queueIntegrations:name'), className: cells.name, cell: ({ name }) => name },
          {
            head: t('deliveries:last'),
            visibleFrom: 'sm',
            cell: ({ id, type, name }) =>
              isTold(type) ? (
                <DeliverySummaryCell
                  summary={data?.summaries.find((summary) => summary.id === id)}
                  name={name}
                  href={`/queue-integration/${id}`}
                />
              ) : null,
          },
        ]}
        actions={(integration) => {
          const { id, type, name } = integration;
          return (
            <RowActions
              edit={{
                label: t('queueIntegrations:editNamed', { name }),
                onClick: () => setEditing(integration),
              }}
              remove={{
                label: t('queueIntegrations:deleteNamed', { name }),
                question: t('queueIntegrations:deleteHint', { name }),
                run: () => remove.mutateAsync({ params: { queueIntegrationId: id } }),
                gone: t('queueIntegrations:deleted'),
              }}
            >
              <Tooltip label={t('queueIntegrations:trial.run')}>
                <ActionIcon
                  aria-label={t('queueIntegrations:trial.runNamed', { name })}
                  loading={trial.trying === id}
                  onClick={() => trial.run(integration)}
                >
                  <IconPlayerPlay size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
              {isTold(type) ? (
                <Tooltip label={t('deliveries:short')}>
                  <ActionIcon
                    component={Link}
                    href={`/queue-integration/${id}`}
                    aria-label={t('deliveries:open', { name })}
                  >
                    <IconListDetails size={18} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
              ) : null}
            </RowActions>
          );
        }}
      />
    </ListPage>
  );
}
