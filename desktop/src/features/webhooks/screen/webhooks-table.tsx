import { sumUpWebhookDeliveries } from '@balcao/shared/features/webhooks/calls.ts';
import type { WebhookRow } from '@balcao/shared/features/webhooks/row.ts';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { DeliverySummaryCell } from '../../../renderer/components/deliveries/delivery-summary.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './webhooks.module.css';

interface Props {
  webhooks: readonly WebhookRow[];
  actions: (webhook: WebhookRow) => ReactNode;
}

export function WebhooksTable({ webhooks, actions }: Props) {
  const { t } = useTexts();
  const { data } = useApiQuery(sumUpWebhookDeliveries, {});
  return (
    <ListTable
      rows={webhooks}
      columns={[
        {
          head: t('webhooks:name'),
          cell: ({ name, url }) => (
            <>
              <div className={cells.name}>{name}</div>
              <div className={classes.url}>{url}</div>
            </>
          ),
        },
        {
          head: t('webhooks:events'),
          visibleFrom: 'xs',
          cell: ({ events }) => (
            <Tooltip label={events.join(', ')} multiline maw={360}>
              <span>{t('webhooks:eventCount', { count: events.length })}</span>
            </Tooltip>
          ),
        },
        {
          head: t('deliveries:last'),
          visibleFrom: 'sm',
          cell: ({ id, name }) => (
            <DeliverySummaryCell
              summary={data?.summaries.find((summary) => summary.id === id)}
              name={name}
              href={`/webhooks/${id}`}
            />
          ),
        },
        { head: t('webhooks:state'), cell: (webhook) => <State webhook={webhook} /> },
      ]}
      actions={actions}
    />
  );
}

const TONES = {
  on: 'success',
  off: 'neutral',
  failing: 'warning',
  switchedOff: 'danger',
} as const satisfies Record<string, Tone>;

function State({ webhook: { active, failingSince, failedAt } }: { webhook: WebhookRow }) {
  const { t } = useTexts();
  const format = useFormat();
  const state = failedAt ? 'switchedOff' : !active ? 'off' : failingSince ? 'failing' : 'on';
  const since = failedAt ?? (active ? failingSince : null);
  return (
    <>
      <StatusPill tone={TONES[state]}>{t(`webhooks:states.${state}`)}</StatusPill>
      {since ? (
        <div className={cells.detail}>{t('webhooks:since', { when: format.moment(since) })}</div>
      ) : null}
    </>
  );
}
