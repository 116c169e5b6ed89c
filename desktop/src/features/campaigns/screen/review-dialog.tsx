import {
  type CampaignView,
  dryRunCampaign,
  getCampaign,
  updateCampaign,
} from '@balcao/shared/features/campaigns/calls.ts';
import { isEditable } from '@balcao/shared/features/campaigns/rules.ts';
import { Alert, Button, Stack } from '@mantine/core';
import { IconCalendarTime, IconPlayerPlay } from '@tabler/icons-react';
import foot from '../../../renderer/components/form-actions.module.css';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { DryRunView } from './dry-run.tsx';
import { Trial } from './trial.tsx';
import { useCampaignActs } from './use-campaign-acts.ts';

interface Props {
  /** Null while nothing is open. */
  id: number | null;
  timezone: string;
  onEdit: (id: number) => void;
  onClose: () => void;
}

/** What a saved campaign would do, before it does it. */
export function ReviewDialog({ id, ...props }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog value={id} title={() => t('campaigns:review.title')} size="xl" onClose={props.onClose}>
      {(shown) => <Review key={shown} id={shown} {...props} />}
    </FormDialog>
  );
}

function Review({ id, timezone, onEdit, onClose }: Props & { id: number }) {
  const params = { campaignId: id };
  const campaign = useApiQuery(getCampaign, { params });
  const dryRun = useApiQuery(dryRunCampaign, { params });
  return (
    <QueryView query={campaign}>
      {(known) => (
        <QueryView query={dryRun}>
          {(outcome) => (
            <Stack gap="lg">
              <ScheduledNote campaign={known} timezone={timezone} />
              <DryRunView dryRun={outcome} hasQuestion={known.confirmation} />
              <Trial campaign={known} />
              <Foot
                campaign={known}
                nobody={outcome.recipients === 0}
                onEdit={() => onEdit(id)}
                onClose={onClose}
              />
            </Stack>
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

function ScheduledNote({ campaign, timezone }: { campaign: CampaignView; timezone: string }) {
  const { t } = useTexts();
  const format = useFormat();
  const { status, scheduledAt } = campaign;
  if (status !== 'PROGRAMADA' || scheduledAt === null) return null;
  return (
    <Alert color="gray" variant="light" icon={<IconCalendarTime size={18} stroke={1.6} aria-hidden />}>
      {t('campaigns:review.scheduled', { when: format.momentIn(scheduledAt, timezone) })}
    </Alert>
  );
}

interface FootProps {
  campaign: CampaignView;
  /** It would reach no one. */
  nobody: boolean;
  onEdit: () => void;
  onClose: () => void;
}

function Foot({ campaign, nobody, onEdit, onClose }: FootProps) {
  const { t } = useTexts();
  const update = useApiCommand(updateCampaign);
  const acts = useCampaignActs();
  const { id, status } = campaign;
  const seeReport = () => {
    onClose();
    navigate(`/campaign/${id}/report`);
  };
  const start = () => {
    const body = { scheduledAt: serverNow().toISOString() };
    const saved = update.mutateAsync({ params: { campaignId: id }, body });
    void whenSaved(saved, t('campaigns:started'), seeReport);
  };
  const wasCancelled = status === 'CANCELADA';
  return (
    <div className={foot.root}>
      <Button variant="default" onClick={onClose}>
        {t('common:close')}
      </Button>
      <Button variant="default" onClick={onEdit}>
        {t('campaigns:review.edit')}
      </Button>
      {isEditable(campaign, serverNow()) ? (
        <Button
          disabled={nobody}
          loading={update.isPending || acts.isBusy}
          leftSection={<IconPlayerPlay size={16} stroke={1.6} aria-hidden />}
          onClick={wasCancelled ? () => void acts.restart(id, seeReport) : start}
        >
          {t(wasCancelled ? 'campaigns:restart' : 'campaigns:startNow')}
        </Button>
      ) : null}
    </div>
  );
}
