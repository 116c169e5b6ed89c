import {
  type CampaignRow,
  type CampaignStatus,
  waitsForPerson,
} from '@balcao/shared/features/campaigns/row.ts';
import { Alert, Button, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useCampaignActs } from './use-campaign-acts.ts';

const TONES: Record<CampaignStatus, Tone> = {
  INATIVA: 'neutral',
  PROGRAMADA: 'info',
  EM_ANDAMENTO: 'success',
  CANCELADA: 'danger',
  FINALIZADA: 'neutral',
};

/** One that cannot go on may have been cancelled for that reason. */
type State = Pick<CampaignRow, 'id' | 'status' | 'pausedReason' | 'pausedUntil'>;

export function CampaignPill({ campaign }: { campaign: State }) {
  const { t } = useTexts();
  const isPaused = campaign.status === 'EM_ANDAMENTO' && campaign.pausedReason !== null;
  const tone = isPaused ? 'warning' : TONES[campaign.status];
  return <StatusPill tone={tone}>{t(`campaigns:statuses.${campaign.status}`)}</StatusPill>;
}

/** Why it sends nothing, in a line. */
export function usePauseLine(campaign: State, timezone: string): string | null {
  const { t } = useTexts();
  const format = useFormat();
  const { pausedReason: reason, pausedUntil } = campaign;
  if (!reason) return null;
  const line = t(`campaigns:paused.${reason}.line`);
  if (pausedUntil === null) return line;
  return t('campaigns:paused.until', { line, when: format.momentIn(pausedUntil, timezone) });
}

interface NoticeProps {
  campaign: State;
  timezone: string;
}

/** The same with what to do about it. */
export function PauseNotice({ campaign, timezone }: NoticeProps) {
  const { t } = useTexts();
  const acts = useCampaignActs();
  const line = usePauseLine(campaign, timezone);
  const { pausedReason: reason } = campaign;
  if (!reason) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      title={line}
      icon={<IconPlayerPause size={18} stroke={1.6} aria-hidden />}
    >
      <Text size="sm">{t(`campaigns:paused.${reason}.hint`)}</Text>
      {campaign.status === 'EM_ANDAMENTO' && waitsForPerson(reason) ? (
        <Button
          size="xs"
          mt="xs"
          disabled={!isOver(campaign)}
          loading={acts.isBusy}
          onClick={() => void acts.resume(campaign.id)}
        >
          {t('campaigns:resume')}
        </Button>
      ) : null}
    </Alert>
  );
}

const isOver = ({ pausedUntil }: State) =>
  pausedUntil === null || Date.parse(pausedUntil) <= serverNow().getTime();
