import type { PartReport, PartReports } from '@balcao/shared/features/reports/calls.ts';
import { PARTS } from '@balcao/shared/features/reports/measures.ts';
import type { NumberName } from '@balcao/shared/features/reports/numbers.ts';
import { Anchor, SegmentedControl, Text } from '@mantine/core';
import look from '../../../renderer/components/figures.module.css';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import type { Kept, Read } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AskedView } from './asked-view.tsx';
import { Counted } from './counted.tsx';
import { useReportView } from './report-view.ts';
import classes from './reports.module.css';
import type { Shown } from './tickets-dialog.tsx';
import { useReportWords } from './use-report-words.ts';

/** What fits beside each other; files have all of them. */
const COLUMNS: readonly NumberName[] = [
  'begun',
  'finished',
  'answerMedian',
  'answerP90',
  'finishMedian',
  'finishP90',
  'rating',
  'kept',
];

interface Props {
  query: Read<Kept<PartReports>>;
  question: PartReports['asked'];
  onShow: (shown: Shown) => void;
}

/** The report divided by queue, agent, tag, messenger or origin: a name narrows all of it to that. */
export function PartTable({ query, question, onShow }: Props) {
  const { t } = useTexts();
  const { view, change } = useReportView();
  return (
    <Section title={t('reports:part')}>
      <SegmentedControl
        className={classes.parts}
        aria-label={t('reports:part')}
        data={PARTS.map((value) => ({ value, label: t(`reports:parts.${value}`) }))}
        value={view.part}
        onChange={(part) => change({ part })}
      />
      <AskedView query={query} question={question}>
        {(parts) => <Rows parts={parts} onShow={onShow} />}
      </AskedView>
    </Section>
  );
}

function Rows({ parts: { asked, rows }, onShow }: { parts: PartReports; onShow: Props['onShow'] }) {
  const { t } = useTexts();
  const narrow = useReportView((store) => store.narrow);
  const words = useReportWords();
  const { part } = asked;
  if (rows.length === 0)
    return (
      <Text size="sm" c="var(--text-muted)">
        {t('reports:nothing')}
      </Text>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen the keyboard scrolls it
    <div className={`${look.scroll} ${classes.small}`} tabIndex={0}>
      <ListTable
        rows={rows.map((row) => ({ ...row, id: row.key, name: words.part(part, row) }))}
        columns={[
          {
            head: t(`reports:parts.${part}`),
            cell: ({ key, name }) => (
              <Anchor
                component="button"
                type="button"
                ta="left"
                className={cells.name}
                title={t('reports:only', { name })}
                onClick={() => narrow(part, key)}
              >
                {name}
              </Anchor>
            ),
          },
          ...COLUMNS.map((number) => ({
            head: t(`reports:numbers.${number}`),
            className: classes.number,
            cell: ({ key, name, period, before }: PartReport) => (
              <Counted
                name={number}
                period={period}
                before={before}
                of={name}
                onShow={(shown) => onShow({ ...shown, part: { filter: { [part]: key }, name } })}
              />
            ),
          })),
        ]}
      />
    </div>
  );
}
