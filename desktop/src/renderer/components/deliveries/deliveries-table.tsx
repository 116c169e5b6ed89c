import type { Delivery, DeliveryState } from '@balcao/shared/features/deliveries/row.ts';
import { Table, UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';
import cells from '../list-table.module.css';
import { StatusPill, type Tone } from '../status-pill.tsx';
import classes from './deliveries.module.css';

const TONES: Record<DeliveryState, Tone> = { waiting: 'info', delivered: 'success', failed: 'danger' };

export function DeliveryStatePill({ state }: { state: DeliveryState }) {
  const { t } = useTexts();
  return <StatusPill tone={TONES[state]}>{t(`deliveries:states.${state}`)}</StatusPill>;
}

interface Props {
  deliveries: Delivery[];
  onOpen: (delivery: Delivery) => void;
}

export function DeliveriesTable({ deliveries, onOpen }: Props) {
  const { t } = useTexts();
  return (
    <Table className={cells.table} verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('deliveries:event')}</Table.Th>
          <Table.Th>{t('deliveries:state')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('deliveries:ticket')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('deliveries:when')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {deliveries.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} onOpen={() => onOpen(delivery)} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { t } = useTexts();
  const format = useFormat();
  const { event, state, ticketId, createdAt } = delivery;
  const when = format.moment(createdAt);
  return (
    <Table.Tr className={classes.row} onClick={onOpen}>
      <Table.Td>
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
      </Table.Td>
      <Table.Td>
        <DeliveryStatePill state={state} />
        <div className={cells.detail}>{useTried(delivery)}</div>
      </Table.Td>
      <Table.Td visibleFrom="xs">{ticketId === null ? '–' : `#${ticketId}`}</Table.Td>
      <Table.Td visibleFrom="xs">
        <time dateTime={createdAt}>{when}</time>
      </Table.Td>
    </Table.Tr>
  );
}

/** On a narrow screen it goes on in another line behind a point. */
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
