import type { WebhookRow } from '@balcao/shared/features/webhooks/row.ts';
import { ActionIcon, Table, Tooltip } from '@mantine/core';
import { IconKey, IconListDetails, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'wouter';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './webhooks.module.css';

interface Props {
  webhooks: WebhookRow[];
  /** The one that is being tried. */
  trying: number | null;
  onEdit: (webhook: WebhookRow) => void;
  onDelete: (webhook: WebhookRow) => void;
  onTry: (webhook: WebhookRow) => void;
  onRotate: (webhook: WebhookRow) => void;
}

export function WebhooksTable({ webhooks, trying, onEdit, onDelete, onTry, onRotate }: Props) {
  const { t } = useTexts();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('webhooks:name')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('webhooks:events')}</Table.Th>
          <Table.Th>{t('webhooks:state')}</Table.Th>
        </>
      }
    >
      {webhooks.map((webhook) => {
        const { id, name, url, events } = webhook;
        return (
          <Table.Tr key={id}>
            <Table.Td>
              <div className={cells.name}>{name}</div>
              <div className={classes.url}>{url}</div>
            </Table.Td>
            <Table.Td visibleFrom="xs">
              <Tooltip label={events.join(', ')} multiline maw={360}>
                <span>{t('webhooks:eventCount', { count: events.length })}</span>
              </Tooltip>
            </Table.Td>
            <Table.Td>
              <State webhook={webhook} />
            </Table.Td>
            <Table.Td>
              <RowActions
                edit={{ label: t('webhooks:editNamed', { name }), onClick: () => onEdit(webhook) }}
                remove={{ label: t('webhooks:deleteNamed', { name }), onClick: () => onDelete(webhook) }}
              >
                <Tooltip label={t('webhooks:trial.run')}>
                  <ActionIcon
                    aria-label={t('webhooks:trial.runNamed', { name })}
                    loading={trying === id}
                    onClick={() => onTry(webhook)}
                  >
                    <IconPlayerPlay size={18} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
                <Tooltip label={t('deliveries:short')}>
                  <ActionIcon
                    component={Link}
                    href={`/webhooks/${id}`}
                    aria-label={t('deliveries:open', { name })}
                  >
                    <IconListDetails size={18} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
                <Tooltip label={t('webhooks:secret.rotate')}>
                  <ActionIcon
                    aria-label={t('webhooks:secret.rotateNamed', { name })}
                    onClick={() => onRotate(webhook)}
                  >
                    <IconKey size={18} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
              </RowActions>
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
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
