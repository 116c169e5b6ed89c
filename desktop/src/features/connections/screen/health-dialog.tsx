import { type ConnectionEvent, listConnectionEvents } from '@balcao/shared/features/connections/calls.ts';
import { CONNECTION_EVENTS_KEPT_DAYS } from '@balcao/shared/features/connections/limits.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { Modal, Text } from '@mantine/core';
import {
  type Icon,
  IconCircleCheck,
  IconCircleX,
  IconHistory,
  IconPlugConnectedX,
  IconRestore,
  IconThumbUp,
} from '@tabler/icons-react';
import cells from '../../../renderer/components/list-table.module.css';
import { LoadMore } from '../../../renderer/components/load-more.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useReasonText } from './connection-state.tsx';
import classes from './connections.module.css';

/** The history of a connection, the newest first: connected, dropped and why, how much came late. */
export function HealthDialog({
  connection,
  onClose,
}: {
  connection: ConnectionRow | null;
  onClose: () => void;
}) {
  const { t } = useTexts();
  return (
    <Modal
      opened={connection !== null}
      onClose={onClose}
      size="lg"
      title={connection ? t('connections:health.title', { name: connection.name }) : null}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {connection ? <Events connection={connection} /> : null}
    </Modal>
  );
}

function Events({ connection }: { connection: ConnectionRow }) {
  const { t } = useTexts();
  const pages = useApiPages(listConnectionEvents, {}, (page) => page.events, { whatsappId: connection.id });
  return (
    <QueryView query={pages}>
      {() =>
        pages.rows.length === 0 ? (
          <Text c="dimmed">{t('connections:health.empty')}</Text>
        ) : (
          <>
            <ul className={classes.events}>
              {pages.rows.map((event) => (
                <Event key={event.id} event={event} connection={connection} />
              ))}
            </ul>
            <LoadMore pages={pages} />
            <Text size="xs" c="var(--text-muted)">
              {t('connections:health.kept', { days: CONNECTION_EVENTS_KEPT_DAYS })}
            </Text>
          </>
        )
      }
    </QueryView>
  );
}

const MARKS: Record<ConnectionEvent['kind'], { icon: Icon; tone: 'success' | 'danger' | 'neutral' }> = {
  connected: { icon: IconCircleCheck, tone: 'success' },
  dropped: { icon: IconPlugConnectedX, tone: 'danger' },
  recovered: { icon: IconRestore, tone: 'neutral' },
  imported: { icon: IconHistory, tone: 'neutral' },
  ended: { icon: IconCircleX, tone: 'danger' },
  quality: { icon: IconThumbUp, tone: 'neutral' },
};

function Event({
  event: { kind, reason, messages, until, quality, at },
  connection,
}: {
  event: ConnectionEvent;
  connection: ConnectionRow;
}) {
  const reasonText = useReasonText(connection);
  const { t } = useTexts();
  const format = useFormat();
  const { icon: Mark, tone } = MARKS[kind];
  return (
    <li className={classes.event}>
      <Mark className={classes.mark} data-tone={tone} size={18} stroke={1.6} aria-hidden />
      <div>
        <div>{t(`connections:health.${kind}`, { count: messages ?? 0 })}</div>
        {quality ? <div className={cells.detail}>{t(`connections:quality.${quality}`)}</div> : null}
        {reason ? <div className={cells.detail}>{reasonText(reason)}</div> : null}
        {until ? (
          <div className={cells.detail}>
            {t('connections:health.until', { when: `${format.date(until)} ${format.time(until)}` })}
          </div>
        ) : null}
        <time className={cells.detail} dateTime={at}>
          {format.date(at)} {format.time(at)}
        </time>
      </div>
    </li>
  );
}
