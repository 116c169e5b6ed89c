import { getOwnFigures } from '@balcao/shared/api/dashboard.ts';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useApiQuery } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { FilterBar } from './filter-bar.tsx';
import { queryOf, useRangeFilter } from './filter-store.ts';
import { PeriodFigures } from './period-figures.tsx';

/** What the reader has done. */
export function MinePage() {
  const { t } = useTexts();
  const filter = useRangeFilter((store) => store.filter);
  const query = useApiQuery(getOwnFigures, { query: queryOf(filter) });
  return (
    <Page title={t('dashboard:mineTitle')} subtitle={t('dashboard:mineSubtitle')}>
      <FilterBar />
      <QueryView query={query}>{(own) => <PeriodFigures {...own} />}</QueryView>
    </Page>
  );
}
