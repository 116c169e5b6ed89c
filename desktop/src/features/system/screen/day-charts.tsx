import { getHealthHistory, type HealthMoment } from '@balcao/shared/features/system/calls.ts';
import { Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './health.module.css';
import { useSeconds } from './use-seconds.ts';

const LOOK_EVERY_MS = 60_000;
const CHART_HEIGHT = 150;
/** The library of charts is large: what is wrong does not wait for it. */
const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));

/** How the last day was: who was connected, how long somebody waited, how many consoles were there. */
export function DayCharts() {
  const { t } = useTexts();
  const query = useKeptQuery(getHealthHistory, {}, { everyMs: LOOK_EVERY_MS });
  return (
    <Section title={t('system:day.title')}>
      <QueryView query={query} skeleton={<Skeleton height={CHART_HEIGHT} />}>
        {({ answer }) =>
          answer.length === 0 ? (
            <Text size="sm" c="var(--text-muted)">
              {t('system:day.empty')}
            </Text>
          ) : (
            <Drawn moments={answer} />
          )
        }
      </QueryView>
    </Section>
  );
}

const waitOf = ({ unsentSeconds, unstoredSeconds }: HealthMoment) => Math.max(unsentSeconds, unstoredSeconds);

function Drawn({ moments }: { moments: readonly HealthMoment[] }) {
  const { t } = useTexts();
  const format = useFormat();
  const written = useSeconds();
  const short = useSeconds('narrow');
  const say = (
    what: 'least' | 'most',
    of: (moment: HealthMoment) => number,
    write: (value: number) => string,
  ) => {
    const [first, ...others] = moments;
    if (!first) return '';
    const beats = (one: number, other: number) => (what === 'least' ? one < other : one > other);
    const extreme = others.reduce((best, moment) => (beats(of(moment), of(best)) ? moment : best), first);
    const now = write(of(moments.at(-1) ?? first));
    const time = format.time(extreme.at);
    return what === 'least'
      ? t('system:day.least', { now, least: write(of(extreme)), time })
      : t('system:day.most', { now, most: write(of(extreme)), time });
  };
  return (
    <div className={classes.charts}>
      <Figure
        title={t('system:day.connected')}
        summary={say('least', ({ connected }) => connected, format.number)}
      >
        <DayChart
          moments={moments}
          lines={[
            { name: t('system:day.wanted'), of: ({ wanted }) => wanted, color: 'var(--line-strong)' },
            { name: t('system:day.connected'), of: ({ connected }) => connected, color: 'var(--accent)' },
          ]}
          write={format.number}
          height={CHART_HEIGHT}
        />
      </Figure>
      <Figure title={t('system:day.waiting')} summary={say('most', waitOf, written)}>
        <DayChart
          moments={moments}
          lines={[
            {
              name: t('system:day.unsent'),
              of: ({ unsentSeconds }) => unsentSeconds,
              color: 'var(--accent)',
            },
            {
              name: t('system:day.unstored'),
              of: ({ unstoredSeconds }) => unstoredSeconds,
              color: 'var(--info)',
            },
          ]}
          write={short}
          height={CHART_HEIGHT}
        />
      </Figure>
      <Figure
        title={t('system:day.consoles')}
        summary={say('most', ({ consoles }) => consoles, format.number)}
      >
        <DayChart
          moments={moments}
          lines={[{ name: t('system:day.consoles'), of: ({ consoles }) => consoles, color: 'var(--accent)' }]}
          write={format.number}
          height={CHART_HEIGHT}
        />
      </Figure>
    </div>
  );
}

interface FigureProps {
  title: string;
  /** Says in words what the drawing shows. */
  summary: string;
  children: React.ReactNode;
}

function Figure({ title, summary, children }: FigureProps) {
  return (
    <figure className={classes.figure}>
      <figcaption>
        <div className={classes.figureTitle}>{title}</div>
        <div className={classes.figureSummary}>{summary}</div>
      </figcaption>
      <div aria-hidden>
        <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>{children}</Suspense>
      </div>
    </figure>
  );
}
