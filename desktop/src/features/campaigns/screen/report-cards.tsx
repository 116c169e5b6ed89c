import type { CampaignReport } from '@balcao/shared/features/campaigns/calls.ts';
import { useBasisText } from '../../../renderer/components/list-basis/use-basis-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './report.module.css';

interface Props {
  report: CampaignReport;
  timezone: string;
}

/** The figures of a campaign, then what was chosen for it. */
export function ReportCards({ report, timezone }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const basisText = useBasisText();
  const { campaign, states, skipped } = report;
  const moment = (at: string | null, none: string) => (at ? format.momentIn(at, timezone) : none);
  const waiting = states.queued + states.sending;
  const leftOut = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <dl className={classes.cards}>
        <Figure label={t('campaigns:cards.valid')} value={report.valid} />
        {campaign.confirmation ? (
          <>
            <Figure
              label={t('campaigns:cards.confirmationsRequested')}
              value={report.confirmationsRequested}
            />
            <Figure label={t('campaigns:cards.confirmations')} value={report.confirmations} />
          </>
        ) : null}
        {states.asked > 0 ? <Figure label={t('campaigns:states.asked')} value={states.asked} /> : null}
        {waiting > 0 ? <Figure label={t('campaigns:cards.waiting')} value={waiting} /> : null}
        <Figure label={t('campaigns:cards.sent')} value={report.sent} />
        <Figure label={t('campaigns:cards.delivered')} value={report.delivered} />
        <Figure label={t('campaigns:cards.read')} value={report.read} />
        <Figure label={t('campaigns:cards.answered')} value={report.answered} />
        <Figure label={t('campaigns:cards.tickets')} value={report.tickets} />
        {states.failed > 0 ? <Figure label={t('campaigns:cards.failed')} value={states.failed} /> : null}
        {leftOut > 0 ? <Figure label={t('campaigns:cards.leftOut')} value={leftOut} /> : null}
        {report.optOuts > 0 ? <Figure label={t('campaigns:cards.optOuts')} value={report.optOuts} /> : null}
      </dl>
      <dl className={classes.cards} data-wide>
        {campaign.whatsapp ? <Fact label={t('campaigns:connection')} value={campaign.whatsapp.name} /> : null}
        {campaign.contactList ? (
          <Fact label={t('campaigns:contactList')} value={campaign.contactList.name} />
        ) : null}
        <Fact label={t('contactLists:basis.label')} value={basisText(campaign.listBasis)} />
        {report.confirmations > 0 ? (
          <Fact
            label={t('campaigns:consent')}
            value={t('campaigns:consented', {
              count: report.confirmations,
              shown: format.number(report.confirmations),
            })}
          />
        ) : null}
        <Fact
          label={t('campaigns:scheduledAt')}
          value={moment(campaign.scheduledAt, t('campaigns:noSchedule'))}
        />
        <Fact
          label={t('campaigns:completedAt')}
          value={moment(campaign.completedAt, t('campaigns:notCompleted'))}
        />
      </dl>
    </>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  const format = useFormat();
  return (
    <div className={classes.card}>
      <dt>{label}</dt>
      <dd className={classes.figure}>{format.number(value)}</dd>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.card}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
