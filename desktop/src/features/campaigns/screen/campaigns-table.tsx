import type { CampaignRow } from '@balcao/shared/features/campaigns/row.ts';
import { ActionIcon, Box, Tooltip } from '@mantine/core';
import { IconChartBar, IconPlayerStop, IconRotateClockwise } from '@tabler/icons-react';
import { Link } from 'wouter';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CampaignProgress, useCampaignFigures } from './campaign-progress.tsx';
import { CampaignPill, usePauseLine } from './campaign-status.tsx';
import classes from './campaigns.module.css';
import { type CampaignActs, useCampaignActs } from './use-campaign-acts.ts';

interface Props {
  campaigns: readonly CampaignRow[];
  timezone: string;
  onEdit: (id: number) => void;
  onReview: (id: number) => void;
}

export function CampaignsTable({ campaigns, timezone, onEdit, onReview }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const acts = useCampaignActs();
  const figuresOf = useCampaignFigures(campaigns);
  const { data: lists = [] } = useRows('contactList');
  const { data: connections = [] } = useRows('connection');
  const nameIn = (rows: readonly { id: number; name: string }[], wanted: number | null) =>
    rows.find(({ id }) => id === wanted)?.name ?? null;
  const moment = (at: string | null) => at && format.momentIn(at, timezone);
  const progress = (campaign: CampaignRow) => (
    <CampaignProgress
      campaign={campaign}
      figures={figuresOf(campaign.id)}
      onReview={() => onReview(campaign.id)}
    />
  );
  return (
    <ListTable
      rows={campaigns}
      columns={[
        {
          head: t('campaigns:name'),
          className: cells.name,
          cell: (campaign) => (
            <>
              {campaign.name}
              <Box hiddenFrom="sm" className={classes.below}>
                <State campaign={campaign} timezone={timezone} />
                <div className={cells.detail}>
                  {moment(campaign.scheduledAt) ?? t('campaigns:noSchedule')}
                </div>
                {progress(campaign)}
              </Box>
            </>
          ),
        },
        {
          head: t('campaigns:status'),
          visibleFrom: 'sm',
          cell: (campaign) => <State campaign={campaign} timezone={timezone} />,
        },
        { head: t('campaigns:progress'), visibleFrom: 'sm', cell: progress },
        {
          head: t('campaigns:contactList'),
          visibleFrom: 'md',
          className: classes.cell,
          cell: ({ contactListId }) => nameIn(lists, contactListId) ?? <None text={t('campaigns:noList')} />,
        },
        {
          head: t('campaigns:connection'),
          visibleFrom: 'md',
          className: classes.cell,
          cell: ({ whatsappId }) =>
            nameIn(connections, whatsappId) ?? <None text={t('campaigns:noConnection')} />,
        },
        {
          head: t('campaigns:scheduledAt'),
          visibleFrom: 'sm',
          className: classes.cell,
          cell: ({ scheduledAt }) => moment(scheduledAt) ?? <None text={t('campaigns:noSchedule')} />,
        },
        {
          head: t('campaigns:completedAt'),
          visibleFrom: 'lg',
          className: classes.cell,
          cell: ({ completedAt }) => moment(completedAt) ?? <None text={t('campaigns:notCompleted')} />,
        },
        {
          head: t('campaigns:confirmation'),
          visibleFrom: 'lg',
          cell: ({ confirmation }) => t(confirmation ? 'campaigns:enabled' : 'campaigns:disabled'),
        },
      ]}
      actions={(campaign) => <Actions campaign={campaign} acts={acts} onEdit={() => onEdit(campaign.id)} />}
    />
  );
}

function State({ campaign, timezone }: { campaign: CampaignRow; timezone: string }) {
  const pause = usePauseLine(campaign, timezone);
  return (
    <>
      <CampaignPill campaign={campaign} />
      {pause ? <div className={classes.pause}>{pause}</div> : null}
    </>
  );
}

function None({ text }: { text: string }) {
  return <span className={cells.detail}>{text}</span>;
}

interface ActionsProps {
  campaign: CampaignRow;
  acts: CampaignActs;
  onEdit: () => void;
}

function Actions({ campaign, acts, onEdit }: ActionsProps) {
  const { t } = useTexts();
  const { id, name, status } = campaign;
  return (
    <RowActions
      edit={{ label: t('campaigns:editNamed', { name }), onClick: onEdit }}
      remove={{
        label: t('campaigns:deleteNamed', { name }),
        question: t('campaigns:deleteHint', { name }),
        run: () => acts.remove(id),
        gone: t('campaigns:deleted'),
      }}
    >
      {status === 'EM_ANDAMENTO' ? (
        <Tooltip label={t('campaigns:cancel')}>
          <ActionIcon aria-label={t('campaigns:cancelNamed', { name })} onClick={() => void acts.cancel(id)}>
            <IconPlayerStop size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      {status === 'CANCELADA' ? (
        <Tooltip label={t('campaigns:restart')}>
          <ActionIcon
            aria-label={t('campaigns:restartNamed', { name })}
            onClick={() => void acts.restart(id)}
          >
            <IconRotateClockwise size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <Tooltip label={t('campaigns:report.open')}>
        <ActionIcon
          component={Link}
          href={`/campaign/${id}/report`}
          aria-label={t('campaigns:report.openNamed', { name })}
        >
          <IconChartBar size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </RowActions>
  );
}
