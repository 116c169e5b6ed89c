import type { RetentionNight } from '@balcao/shared/features/retention/calls.ts';
import { RETENTION_KINDS } from '@balcao/shared/features/retention/kinds.ts';
import { IconMoon } from '@tabler/icons-react';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useFileSize } from '../../../renderer/kit/use-file-size.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** What went in the last nights, and how much room it made. */
export function Nights({ nights }: { nights: readonly RetentionNight[] }) {
  const { t } = useTexts();
  const format = useFormat();
  const size = useFileSize();
  const went = ({ gone, failed, endedAt }: RetentionNight) => {
    const counted = RETENTION_KINDS.flatMap((kind) =>
      gone[kind] ? [`${t(`retention:kinds.${kind}`)}: ${format.number(gone[kind])}`] : [],
    );
    const parts = counted.length > 0 ? counted : [t('retention:nothing')];
    if (failed > 0) parts.push(t('retention:failed', { count: failed }));
    if (endedAt === null) parts.push(t('retention:unfinished'));
    return parts.join(' · ');
  };
  return (
    <Section title={t('retention:nights')}>
      {nights.length === 0 ? (
        <StateView icon={IconMoon} title={t('retention:noNights')} />
      ) : (
        <ListTable
          rows={nights.map((night) => ({ ...night, id: night.night }))}
          columns={[
            { head: t('retention:night'), cell: ({ night }) => format.calendarDay(night) },
            { head: t('retention:went'), cell: went },
            {
              head: t('retention:disk'),
              cell: ({ bytesBefore, bytesAfter }) =>
                t('retention:diskChange', {
                  before: size(bytesBefore),
                  after: bytesAfter === null ? '…' : size(bytesAfter),
                }),
            },
            {
              head: t('retention:database'),
              visibleFrom: 'sm',
              cell: ({ rowsBefore, rowsAfter }) =>
                rowsBefore === null
                  ? ''
                  : t('retention:diskChange', {
                      before: size(rowsBefore),
                      after: rowsAfter === null ? '…' : size(rowsAfter),
                    }),
            },
          ]}
        />
      )}
    </Section>
  );
}
