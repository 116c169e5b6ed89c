import { getHealth } from '@balcao/shared/features/system/calls.ts';
import { KeptView } from '../../../renderer/components/kept-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ConsolesTable } from './consoles-table.tsx';
import { DayCharts } from './day-charts.tsx';
import { DownList } from './down-list.tsx';
import { Findings } from './findings.tsx';
import { JobsList } from './jobs-list.tsx';
import { MachinesTable } from './machines-table.tsx';

const LOOK_EVERY_MS = 15_000;

/** Whether anybody waits for the installation, what to do about it, and how it has been. */
export function HealthPage() {
  const { t } = useTexts();
  const query = useKeptQuery(getHealth, {}, { everyMs: LOOK_EVERY_MS });
  return (
    <Page title={t('system:title')} subtitle={t('system:subtitle')}>
      <KeptView query={query}>
        {(health) => (
          <>
            <Findings health={health} />
            {health.down.length > 0 ? <DownList down={health.down} /> : null}
            <DayCharts />
            <MachinesTable />
            <ConsolesTable />
            <JobsList />
          </>
        )}
      </KeptView>
    </Page>
  );
}
