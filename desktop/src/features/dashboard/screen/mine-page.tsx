import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { getOwnFigures } from '@balcao/shared/features/dashboard/calls.ts';
import look from '../../../renderer/components/figures.module.css';
import { KeptView } from '../../../renderer/components/kept-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { PrintButton } from '../../../renderer/components/print-button.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { FilterBar } from './filter-bar.tsx';
import { queryOf, useRangeFilter } from './filter-store.ts';
import { PaperHead } from './paper-head.tsx';
import { PeriodFigures } from './period-figures.tsx';

/** What the reader has done. */
export function MinePage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const filter = useRangeFilter((store) => store.filter);
  const query = useKeptQuery(getOwnFigures, { query: queryOf(filter) });
  return (
    <Page
      title={t('dashboard:mineTitle')}
      subtitle={t('dashboard:mineSubtitle')}
      actions={
        <div className={look.screenOnly}>
          <PrintButton label={t('dashboard:print')} />
        </div>
      }
    >
      <FilterBar />
      <KeptView query={query}>
        {(own) => (
          <>
            <PaperHead of={`${user.name} · ${user.company.name}`} />
            <PeriodFigures {...own} />
          </>
        )}
      </KeptView>
    </Page>
  );
}
