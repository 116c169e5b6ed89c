import type { Delivery, DeliveryState } from '@balcao/shared/features/deliveries/row.ts';
import { UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';
import cells from '../list-table.module.css';
import { ListTable } from '../list-table.tsx';
import { StatusPill, type Tone } from '../status-pill.tsx';
import classes from './deliveries.module.css';

const TONES: Record<DeliveryState, Tone> = { waiting: 'info', delivered: 'success', failed: 'danger' };

export function DeliveryStatePill({ state }: { state: DeliveryState }) {
  const { t } = useTexts();
  return <StatusPill tone={TONES[state]}>{t(`deliveries:states.${state}`)}</StatusPill>;
}

interface Props {
  deliveries: readonly Delivery[];
  onOpen: (delivery: Delivery) => void;
}

export function DeliveriesTable({ deliveries, onOpen }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <ListTable
      rows={deliveries}
      rowProps={(delivery) => ({ className: classes.row, onClick: () => onOpen(delivery) })}
      columns={[
        {
          head: t('deliveries:event'),
          cell: (delivery) => <Event delivery={delivery} onOpen={() => onOpen(delivery)} />,
        },
        { head: t('deliveries:state'), cell: (delivery) => <State delivery={delivery} /> },
        {
          head: t('deliveries:ticket'),
          visibleFrom: 'xs',
          cell: ({ ticketId }) => (ticketId === null ? '–' : `#${ticketId}`),
        },
        {
          head: t('deliveries:when'),
          visibleFrom: 'xs',
          cell: ({ createdAt }) => <time dateTime={createdAt}>{format.moment(createdAt)}</time>,
        },
      ]}
    />
  );
}

function Event({ delivery: { event, createdAt }, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { t } = useTexts();
  const when = useFormat().moment(createdAt);
  return (
    <>
      <UnstyledButton
        className={classes.event}
        aria-label={t('deliveries:details', { event, when })}
        onClick={(click) => {
          click.stopPropagation();
          onOpen();
        }}
      >
        {broken(event)}
      </UnstyledButton>
      <div className={classes.narrow}>{when}</div>
    </>
  );
}

function State({ delivery }: { delivery: Delivery }) {
  return (
    <>
      <DeliveryStatePill state={delivery.state} />
      <div className={cells.detail}>{useTried(delivery)}</div>
    </>
  );
}

/** The text goes on behind a point in another line on a narrow screen. */
const broken = (event: string) =>
  event.split(/(?<=\.)/).map((part, at) => (
    <Fragment key={part}>
      {at > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));

/** How often it was tried, and what came of the last time. */
export function useTried({ attempts, status, durationMs }: Delivery): string {
  const { t } = useTexts();
  const format = useFormat();
  return [
    attempts > 0 ? t('deliveries:attempts', { count: attempts }) : null,
    status === null ? null : t('deliveries:status', { status }),
    durationMs === null ? null : t('deliveries:milliseconds', { value: format.number(durationMs) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
