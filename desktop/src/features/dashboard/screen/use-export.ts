import { csvLine } from '@balcao/shared/features/contacts/csv.ts';
import type {
  Dashboard,
  DashboardDeadlines,
  SourceFigures,
} from '@balcao/shared/features/dashboard/calls.ts';
import { DEADLINE_KINDS } from '@balcao/shared/features/deadlines/deadline.ts';
import { useSaveList } from '../../../renderer/kit/use-save-list.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Lets the person keep the figures of these days as a file: minutes as plain numbers, for whoever counts on. */
export function useExport(): (
  dashboard: Dashboard,
  sources: readonly SourceFigures[],
  deadlines: DashboardDeadlines | null,
) => void {
  const { t, i18n } = useTexts();
  const save = useSaveList('figures');
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2, useGrouping: false });
  const write = (value: number | null) => (value === null ? '' : number.format(value));
  return ({ period, before, attendants, queues, connections }, sources, deadlines) => {
    const pair = (label: string, now: number | null, then: number | null) => [label, write(now), write(then)];
    const times = (['firstAnswer', 'resolution'] as const).flatMap((of) =>
      (['median', 'p90', 'average'] as const).map((kind) =>
        pair(`${t(`dashboard:${of}`)} (${t(`dashboard:${kind}`)}, min)`, period[of][kind], before[of][kind]),
      ),
    );
    const marks = ([1, 2, 3] as const).map((mark) =>
      pair(t(`dashboard:marks.${mark}`), period.ratings[mark], before.ratings[mark]),
    );
    const named = (title: string, rows: Dashboard['queues']) => [
      [],
      [title, t('dashboard:count')],
      ...rows.map(({ id, name, count }) => [
        id === null ? t('dashboard:noneOfIt') : name || t('dashboard:gone'),
        write(count),
      ]),
    ];
    const keptOf = (name: string, kept: DashboardDeadlines['all']) =>
      DEADLINE_KINDS.filter((kind) => kept[kind].met + kept[kind].missed > 0).map((kind) => [
        name,
        t(`deadlines:kind.${kind}`),
        write(kept[kind].met),
        write(kept[kind].missed),
      ]);
    const kept = deadlines
      ? [
          [],
          [
            t('deadlines:figures.title'),
            t('deadlines:figures.kind'),
            t('deadlines:figures.met'),
            t('deadlines:figures.missed'),
          ],
          ...keptOf(`${period.from} – ${period.to}`, deadlines.all),
          ...deadlines.queues.flatMap(({ id, name, kept: of }) =>
            keptOf(id === null ? t('deadlines:figures.noQueue') : name || t('dashboard:gone'), of),
          ),
          ...deadlines.agents.flatMap(({ id, name, kept: of }) =>
            keptOf(id === null ? t('deadlines:figures.nobody') : name || t('dashboard:gone'), of),
          ),
          ...deadlines.days.flatMap(({ day, kept: of }) => keptOf(day, of)),
        ]
      : [];
    const lines = [
      [t('dashboard:figure'), `${period.from} – ${period.to}`, `${before.from} – ${before.to}`],
      pair(t('dashboard:begun'), period.begun, before.begun),
      pair(t('dashboard:finished'), period.finished, before.finished),
      pair(t('dashboard:leads'), period.leads, before.leads),
      pair(`${t('dashboard:avgWaitTime')} (min)`, period.avgWaitTime, before.avgWaitTime),
      pair(`${t('dashboard:avgSupportTime')} (min)`, period.avgSupportTime, before.avgSupportTime),
      ...times,
      ...marks,
      [],
      [
        t('dashboard:attendant'),
        t('dashboard:rating'),
        `${t('dashboard:avgSupportTime')} (min)`,
        t('dashboard:finished'),
      ],
      ...attendants.map(({ name, rating, avgSupportTime, tickets }) => [
        name,
        write(rating),
        write(avgSupportTime),
        write(tickets),
      ]),
      ...named(t('dashboard:byQueue'), queues),
      ...named(t('dashboard:byConnection'), connections),
      ...kept,
      [],
      [
        t('dashboard:bySource'),
        'ID',
        t('dashboard:count'),
        t('dashboard:answered'),
        t('dashboard:tagged'),
        t('dashboard:finished'),
      ],
      ...sources.map(({ kind, title, sourceId, count, answered, tagged, finished }) => [
        title || sourceId || t(`tickets:referral.kinds.${kind}`),
        sourceId,
        ...[count, answered, tagged, finished].map(write),
      ]),
    ];
    const file = { name: `${period.from}_${period.to}`, about: `${period.from} – ${period.to}` };
    void save(file, lines.map(csvLine).join(''));
  };
}
