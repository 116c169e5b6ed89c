import { type CampaignFigures, listCampaignFigures } from '@balcao/shared/features/campaigns/calls.ts';
import type { CampaignRow, CampaignStatus } from '@balcao/shared/features/campaigns/row.ts';
import { Anchor, Progress } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './campaigns.module.css';

/** While one sends, its figures change without an event. */
const LIVE_MS = 5_000;
/** So many ids fit into an address. */
const MOST = 100;
const BEGUN: readonly CampaignStatus[] = ['EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'];

/** The figures of those of the campaigns that have begun, the newest ones. */
export function useCampaignFigures(
  campaigns: readonly CampaignRow[],
): (id: number) => CampaignFigures | undefined {
  const begun = campaigns.filter(({ status }) => BEGUN.includes(status)).slice(0, MOST);
  const isLive = begun.some(({ status }) => status === 'EM_ANDAMENTO');
  const { data } = useApiQuery(
    listCampaignFigures,
    { query: { campaignIds: begun.map(({ id }) => id) } },
    { enabled: begun.length > 0, everyMs: isLive ? LIVE_MS : undefined },
  );
  return (id) => data?.figures.find((figures) => figures.id === id);
}

interface Props {
  campaign: CampaignRow;
  figures: CampaignFigures | undefined;
  onReview: () => void;
}

/** How far it is and what came of it; of a draft the next step. */
export function CampaignProgress({ campaign: { name, status }, figures, onReview }: Props) {
  const { t } = useTexts();
  if (status === 'INATIVA')
    return (
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-label={`${t('campaigns:review.open')}: ${name}`}
        onClick={onReview}
      >
        {t('campaigns:review.open')}
      </Anchor>
    );
  return figures ? <Funnel figures={figures} /> : null;
}

/** Who has it, and which part of them has read and answered it, as one bar and in words. */
function Funnel({ figures: { recipients, done, sent, read, answered } }: { figures: CampaignFigures }) {
  const { t } = useTexts();
  const format = useFormat();
  const part = (count: number, of: number) => (of === 0 ? 0 : (100 * count) / of);
  const percent = (count: number) => format.number(Math.round(part(count, sent)));
  const words = t('campaigns:figures.done', {
    done: format.number(done),
    recipients: format.number(recipients),
  });
  const reactions = t('campaigns:figures.reactions', { read: percent(read), answered: percent(answered) });
  return (
    <div className={classes.funnel}>
      <span className={cells.line}>{words}</span>
      <Progress.Root size="sm" role="img" aria-label={`${words}. ${reactions}`}>
        <Progress.Section value={part(answered, recipients)} color="teal.8" />
        <Progress.Section value={part(Math.max(read - answered, 0), recipients)} color="teal.5" />
        <Progress.Section
          value={part(Math.max(done - Math.max(read, answered), 0), recipients)}
          color="teal.2"
        />
      </Progress.Root>
      <span className={cells.detail}>{reactions}</span>
    </div>
  );
}
