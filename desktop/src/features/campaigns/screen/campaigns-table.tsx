import type { CampaignRow } from '@balcao/shared/features/campaigns/row.ts';
import { ActionIcon, Box, Table, Tooltip } from '@mantine/core';
import { IconChartBar, IconPlayerStop, IconRotateClockwise } from '@tabler/icons-react';
import { Link } from 'wouter';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CampaignPill, usePauseLine } from './campaign-status.tsx';
import classes from './campaigns.module.css';
import { type CampaignActs, useCampaignActs } from './use-campaign-acts.ts';

interface Props {
  campaigns: readonly CampaignRow[];
  timezone: string;
  onEdit: (id: number) => void;
}

export function CampaignsTable({ campaigns, ...props }: Props) {
  const { t } = useTexts();
  const acts = useCampaignActs();
  const { data: lists = [] } = useRows('contactList');
  const { data: connections = [] } = useRows('connection');
  const nameIn = (rows: readonly { id: number; name: string }[], wanted: number | null) =>
    rows.find(({ id }) => id === wanted)?.name ?? null;
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('campaigns:name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('campaigns:status')}</Table.Th>
          <Table.Th visibleFrom="md">{t('campaigns:contactList')}</Table.Th>
          <Table.Th visibleFrom="md">{t('campaigns:connection')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('campaigns:scheduledAt')}</Table.Th>
          <Table.Th visibleFrom="md">{t('campaigns:completedAt')}</Table.Th>
          <Table.Th visibleFrom="lg">{t('campaigns:confirmation')}</Table.Th>
        </>
      }
    >
      {campaigns.map((campaign) => (
        <Row
          key={campaign.id}
          campaign={campaign}
          listName={nameIn(lists, campaign.contactListId)}
          connectionName={nameIn(connections, campaign.whatsappId)}
          acts={acts}
          {...props}
        />
      ))}
    </ListTable>
  );
}

interface RowProps extends Omit<Props, 'campaigns'> {
  campaign: CampaignRow;
  listName: string | null;
  connectionName: string | null;
  acts: CampaignActs;
}

function Row({ campaign, listName, connectionName, timezone, acts, onEdit }: RowProps) {
  const { t } = useTexts();
  const format = useFormat();
  const { id, name, confirmation, scheduledAt, completedAt } = campaign;
  const pause = usePauseLine(campaign, timezone);
  const state = (
    <>
      <CampaignPill campaign={campaign} />
      {pause ? <div className={classes.pause}>{pause}</div> : null}
    </>
  );
  const scheduled = scheduledAt ? format.momentIn(scheduledAt, timezone) : null;
  return (
    <Table.Tr>
      <Table.Td className={cells.name}>
        {name}
        <Box hiddenFrom="sm" className={classes.below}>
          {state}
          <div className={cells.detail}>{scheduled ?? t('campaigns:noSchedule')}</div>
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="sm">{state}</Table.Td>
      <Cell text={listName} none={t('campaigns:noList')} />
      <Cell text={connectionName} none={t('campaigns:noConnection')} />
      <Cell text={scheduled} none={t('campaigns:noSchedule')} early />
      <Cell
        text={completedAt ? format.momentIn(completedAt, timezone) : null}
        none={t('campaigns:notCompleted')}
      />
      <Table.Td visibleFrom="lg">{t(confirmation ? 'campaigns:enabled' : 'campaigns:disabled')}</Table.Td>
      <Table.Td>
        <Actions campaign={campaign} acts={acts} onEdit={() => onEdit(id)} />
      </Table.Td>
    </Table.Tr>
  );
}

/** @property early shown on narrower screens than the others */
function Cell({ text, none, early = false }: { text: string | null; none: string; early?: boolean }) {
  return (
    <Table.Td visibleFrom={early ? 'sm' : 'md'} className={classes.cell}>
      {text ?? <span className={cells.detail}>{none}</span>}
    </Table.Td>
  );
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
      remove={{ label: t('campaigns:deleteNamed', { name }), onClick: () => acts.askDelete(campaign) }}
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
