import { type CountedTicket, listReportTickets } from '@balcao/shared/features/reports/calls.ts';
import { NUMBERS, type NumberName } from '@balcao/shared/features/reports/numbers.ts';
import { Anchor, Modal } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import cells from '../../../renderer/components/list-table.module.css';
import { type Column, ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { queryOf, type ReportView } from './report-view.ts';
import { useReportWords } from './use-report-words.ts';

/** A number of which the list is open; of the whole report, or of a part of it. */
export interface Shown {
  of: NumberName;
  /** How many rows it has. */
  count: number;
  part?: { filter: ReportView['filter']; name: string } | undefined;
  /** Of these days of it alone. */
  days?: Pick<ReportView, 'from' | 'to'>;
}

interface Props {
  shown: Shown | null;
  view: ReportView;
  timezone: string;
  onClose: () => void;
}

/** Exactly what a number counts. */
export function TicketsDialog({ shown, onClose, ...props }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      size="xl"
      title={
        shown
          ? [t(`reports:numbers.${shown.of}`), shown.part?.name, format.number(shown.count)]
              .filter(Boolean)
              .join(' · ')
          : null
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {shown ? <CountedTickets {...props} shown={shown} /> : null}
    </Modal>
  );
}

function CountedTickets({
  shown: { of, part, days },
  view,
  timezone,
}: Omit<Props, 'onClose'> & { shown: Shown }) {
  const { t } = useTexts();
  const format = useFormat();
  const words = useReportWords();
  const { measure } = NUMBERS[of];
  const query = { ...queryOf({ ...view, ...days }), ...part?.filter, measure };
  const list = useApiPages(listReportTickets, query, ({ tickets }) => tickets);
  const columns: (Column<CountedTicket> | false)[] = [
    { head: t('reports:customer'), cell: (row) => <Customer row={row} /> },
    { head: t('reports:parts.queue'), cell: ({ queueName }) => queueName || '–', visibleFrom: 'xs' },
    { head: t('reports:parts.agent'), cell: ({ agentName }) => agentName || '–', visibleFrom: 'xs' },
    { head: t('reports:when'), cell: ({ at }) => format.momentIn(at, timezone) },
    measure === 'rated'
      ? { head: t('reports:rate'), cell: ({ rate }) => (rate === null ? '–' : t(`ratings:level.${rate}`)) }
      : (measure === 'answered' || measure === 'finished') && {
          head: t('reports:took'),
          cell: ({ minutes }) => (minutes === null ? '–' : words.minutes(minutes)),
        },
  ];
  return (
    <ListView list={list} empty={{ icon: IconMessages, title: t('reports:nothing') }}>
      <ListTable rows={list.rows} columns={columns.filter((column) => column !== false)} />
    </ListView>
  );
}

function Customer({ row: { name, uuid } }: { row: CountedTicket }) {
  return (
    <Anchor
      component="button"
      type="button"
      ta="left"
      className={cells.name}
      onClick={() => navigate(`/tickets/${uuid}`)}
    >
      {name}
    </Anchor>
  );
}
