import {
  cancelCampaign,
  deleteCampaign,
  restartCampaign,
  resumeCampaign,
  retryCampaign,
} from '@balcao/shared/features/campaigns/calls.ts';
import type { CampaignRow } from '@balcao/shared/features/campaigns/row.ts';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

export type CampaignActs = ReturnType<typeof useCampaignActs>;

/** What can be done with a campaign as a whole; each says what came of it. */
export function useCampaignActs() {
  const { t } = useTexts();
  const confirmDelete = useConfirmDelete();
  const cancel = useApiCommand(cancelCampaign);
  const restart = useApiCommand(restartCampaign);
  const resume = useApiCommand(resumeCampaign);
  const retry = useApiCommand(retryCampaign);
  const remove = useApiCommand(deleteCampaign);
  const act =
    (command: Pick<typeof cancel, 'mutateAsync'>, done: string) =>
    (id: number, then = () => {}) =>
      whenSaved(command.mutateAsync({ params: { campaignId: id } }), done, then);
  return {
    cancel: act(cancel, t('campaigns:cancelled')),
    restart: act(restart, t('campaigns:restarted')),
    resume: act(resume, t('campaigns:resumed')),
    retry: act(retry, t('campaigns:retried')),
    askDelete: ({ id, name }: Pick<CampaignRow, 'id' | 'name'>) =>
      confirmDelete(
        t('campaigns:deleteHint', { name }),
        () => remove.mutateAsync({ params: { campaignId: id } }),
        t('campaigns:deleted'),
      ),
    isBusy: cancel.isPending || restart.isPending || resume.isPending || retry.isPending,
  };
}
