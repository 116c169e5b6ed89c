import type { Dashboard } from '@balcao/shared/features/dashboard/calls.ts';
import { Anchor, Table } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useShowTickets } from '../../../renderer/kit/use-show-tickets.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useFigureTexts } from './use-figures.ts';

export function AttendantsTable({ attendants, period }: Pick<Dashboard, 'attendants' | 'period'>) {
  const { t } = useTexts();
  const figures = useFigureTexts();
  const showTickets = useShowTickets();
  return (
    <Table className={cells.table} verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('dashboard:attendant')}</Table.Th>
          <Table.Th>{t('dashboard:rating')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('dashboard:avgSupportTime')}</Table.Th>
          <Table.Th>{t('dashboard:finished')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('dashboard:status')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {attendants.map(({ id, name, rating, avgSupportTime, tickets, online }) => (
          <Table.Tr key={id}>
            <Table.Td className={cells.name}>{name}</Table.Td>
            <Table.Td>
              {rating === null
                ? t('dashboard:noRating')
                : t('dashboard:ratingOf', { rating: figures.rating(rating) })}
            </Table.Td>
            <Table.Td visibleFrom="xs">{tickets > 0 ? figures.minutes(avgSupportTime) : '–'}</Table.Td>
            <Table.Td>
              {tickets > 0 ? (
                <Anchor
                  component="button"
                  type="button"
                  aria-label={`${t('dashboard:seeTickets')}: ${name}, ${tickets}`}
                  onClick={() => showTickets('closed', { userIds: [id], from: period.from, to: period.to })}
                >
                  {figures.count(tickets)}
                </Anchor>
              ) : (
                0
              )}
            </Table.Td>
            <Table.Td visibleFrom="xs">
              <StatusPill tone={online ? 'success' : 'neutral'}>
                {t(online ? 'dashboard:online' : 'dashboard:offline')}
              </StatusPill>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
