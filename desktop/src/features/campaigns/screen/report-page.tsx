import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type CampaignReport, getCampaignReport } from '@balcao/shared/features/campaigns/calls.ts';
import { Button, Progress } from '@mantine/core';
import { IconArrowLeft, IconPlayerStop, IconRefresh, IconRotateClockwise } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Page } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CampaignPill, PauseNotice } from './campaign-status.tsx';
import { CurveFigure } from './curve-figure.tsx';
import { Recipients } from './recipients.tsx';
import classes from './report.module.css';
import { ReportCards } from './report-cards.tsx';
import { ReportTables } from './report-tables.tsx';
import { useCampaignActs } from './use-campaign-acts.ts';

/** While it sends, its figures change without an event. */
const LIVE_MS = 3_000;
/** The last ticks come a little after the end. */
const AFTER_END_MS = 5_000;

/** What became of a campaign, while it runs and afterwards. */
export function ReportPage({ user, id }: { user: SessionUser; id: number }) {
  const { t } = useTexts();
  const { data: rows = [] } = useRows('campaign');
  const status = rows.find((row) => row.id === id)?.status;
  const isLive = status === 'EM_ANDAMENTO';
  const params = { campaignId: id };
  const query = useApiQuery(getCampaignReport, { params }, { everyMs: isLive ? LIVE_MS : undefined });
  useReloadAtEnd(status);
  const name = query.data?.campaign.name ?? '…';
  return (
    <Page
      title={t('campaigns:report.title', { name })}
      actions={
        <>
          {query.data ? <Acts report={query.data} /> : null}
          <Button
            component={Link}
            href="/campaigns"
            variant="default"
            leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
          >
            {t('campaigns:report.back')}
          </Button>
        </>
      }
    >
      <QueryView query={query}>
        {(report) => (
          <>
            <PauseNotice campaign={report.campaign} timezone={user.company.timezone} />
            <DeliveredLine report={report} />
            <ReportCards report={report} timezone={user.company.timezone} />
            <CurveFigure curve={report.curve} timezone={user.company.timezone} />
            <ReportTables report={report} />
            <Recipients campaign={report.campaign} isLive={isLive} timezone={user.company.timezone} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** Once more when it has ended, with all that the page has read. */
function useReloadAtEnd(status: string | undefined): void {
  const client = useQueryClient();
  const before = useRef(status);
  useEffect(() => {
    const hasEnded = status === 'FINALIZADA' && before.current !== undefined && before.current !== status;
    before.current = status;
    if (!hasEnded) return;
    const reload = () => void client.invalidateQueries({ queryKey: ['api', 'campaigns'] });
    const timer = setTimeout(reload, AFTER_END_MS);
    return () => clearTimeout(timer);
  }, [status, client]);
}

function Acts({ report: { campaign, states } }: { report: CampaignReport }) {
  const { t } = useTexts();
  const acts = useCampaignActs();
  const { id, status } = campaign;
  return (
    <>
      {states.failed > 0 ? (
        <Button
          variant="default"
          loading={acts.isBusy}
          leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
          onClick={() => void acts.retry(id)}
        >
          {t('campaigns:retry')}
        </Button>
      ) : null}
      {status === 'EM_ANDAMENTO' ? (
        <Button
          variant="default"
          loading={acts.isBusy}
          leftSection={<IconPlayerStop size={16} stroke={1.6} aria-hidden />}
          onClick={() => void acts.cancel(id)}
        >
          {t('campaigns:cancel')}
        </Button>
      ) : null}
      {status === 'CANCELADA' ? (
        <Button
          variant="default"
          loading={acts.isBusy}
          leftSection={<IconRotateClockwise size={16} stroke={1.6} aria-hidden />}
          onClick={() => void acts.restart(id)}
        >
          {t('campaigns:restart')}
        </Button>
      ) : null}
    </>
  );
}

/** How many of those who can get it have it. */
function DeliveredLine({ report: { campaign, delivered, valid } }: { report: CampaignReport }) {
  const { t } = useTexts();
  const format = useFormat();
  const line = t('campaigns:report.delivered', {
    count: valid,
    delivered: format.number(delivered),
    valid: format.number(valid),
  });
  return (
    <div className={classes.delivered}>
      <CampaignPill campaign={campaign} />
      <span>{line}</span>
      <Progress.Root size="lg" className={classes.bar}>
        <Progress.Section
          value={valid === 0 ? 0 : Math.min((delivered / valid) * 100, 100)}
          color="teal"
          aria-label={line}
        />
      </Progress.Root>
    </div>
  );
}
