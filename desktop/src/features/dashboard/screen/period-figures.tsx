import type { DurationFigures, Figures } from '@balcao/shared/features/dashboard/calls.ts';
import { Progress, Table, Text } from '@mantine/core';
import look from '../../../renderer/components/figures.module.css';
import cells from '../../../renderer/components/list-table.module.css';
import { Section } from '../../../renderer/components/section.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useShowTickets } from '../../../renderer/kit/use-show-tickets.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './dashboard.module.css';
import { FigureCard } from './figure-card.tsx';
import { useFigureTexts } from './use-figures.ts';

interface Props {
  period: Figures;
  before: Figures;
}

/** The counts, times and ratings of some days, beside those of as many days before. */
export function PeriodFigures({ period, before }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const figures = useFigureTexts();
  const showTickets = useShowTickets();
  const days = { from: period.from, to: period.to };
  return (
    <>
      <Text size="sm" c="var(--text-muted)">
        {t('dashboard:shown', { from: format.calendarDay(period.from), to: format.calendarDay(period.to) })}
      </Text>
      <div className={classes.cards}>
        <FigureCard
          label={t('dashboard:begun')}
          value={figures.count(period.begun)}
          note={figures.change(period.begun, before.begun)}
          onOpen={() => showTickets('search', days)}
        />
        <FigureCard
          label={t('dashboard:finished')}
          value={figures.count(period.finished)}
          note={figures.change(period.finished, before.finished)}
          onOpen={() => showTickets('closed', days)}
        />
        <FigureCard
          label={t('dashboard:avgWaitTime')}
          hint={t('dashboard:avgWaitTimeHint')}
          value={figures.minutes(period.avgWaitTime)}
          note={figures.change(period.avgWaitTime, before.avgWaitTime)}
        />
        <FigureCard
          label={t('dashboard:avgSupportTime')}
          hint={t('dashboard:avgSupportTimeHint')}
          value={figures.minutes(period.avgSupportTime)}
          note={figures.change(period.avgSupportTime, before.avgSupportTime)}
        />
      </div>
      <Section title={t('dashboard:times')}>
        <Times period={period} before={before} />
      </Section>
      <Section title={t('dashboard:ratings')}>
        <Ratings ratings={period.ratings} />
      </Section>
    </>
  );
}

function Times({ period, before }: Props) {
  const { t } = useTexts();
  const figures = useFigureTexts();
  const cell = (of: 'firstAnswer' | 'resolution', kind: keyof Omit<DurationFigures, 'count'>) => (
    <Table.Td>
      <div className={classes.strong}>{figures.minutes(period[of][kind])}</div>
      <div className={cells.detail}>{figures.change(period[of][kind], before[of][kind])}</div>
    </Table.Td>
  );
  return (
    <Table className={cells.table} verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th />
          <Table.Th>{t('dashboard:median')}</Table.Th>
          <Table.Th>{t('dashboard:p90')}</Table.Th>
          <Table.Th>{t('dashboard:average')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('dashboard:count')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {(['firstAnswer', 'resolution'] as const).map((of) => (
          <Table.Tr key={of}>
            <Table.Td>
              <div className={cells.name}>{t(`dashboard:${of}`)}</div>
              <div className={cells.detail}>{t(`dashboard:${of}Hint`)}</div>
            </Table.Td>
            {cell(of, 'median')}
            {cell(of, 'p90')}
            {cell(of, 'average')}
            <Table.Td visibleFrom="xs">{figures.count(period[of].count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const MARKS = [3, 2, 1] as const;
const COLORS = { 3: 'green', 2: 'blue', 1: 'red' } as const;

function Ratings({ ratings }: Pick<Figures, 'ratings'>) {
  const { t } = useTexts();
  const figures = useFigureTexts();
  const total = ratings[1] + ratings[2] + ratings[3];
  if (total === 0)
    return (
      <Text size="sm" c="var(--text-muted)">
        {t('dashboard:noRatings')}
      </Text>
    );
  return (
    <>
      <div className={look.value}>{t('dashboard:ratingOf', { rating: figures.rating(ratings.average) })}</div>
      {MARKS.map((mark) => (
        <div key={mark} className={classes.bar}>
          <span className={classes.barName}>{t(`dashboard:marks.${mark}`)}</span>
          <Progress
            className={classes.barLine}
            value={(ratings[mark] / total) * 100}
            color={COLORS[mark]}
            aria-label={t(`dashboard:marks.${mark}`)}
          />
          <span className={classes.barCount}>{figures.count(ratings[mark])}</span>
        </div>
      ))}
    </>
  );
}
