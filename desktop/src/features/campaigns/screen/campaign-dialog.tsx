import { getCampaign } from '@balcao/shared/features/campaigns/calls.ts';
import { isEditable } from '@balcao/shared/features/campaigns/rules.ts';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useFormStart } from '../../../renderer/kit/use-form-start.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CampaignEditor, type EditorProps } from './campaign-editor.tsx';

interface Props extends Omit<EditorProps, 'campaign'> {
  /** The id of one that is there. */
  campaign: number | 'new' | null;
}

export function CampaignDialog({ campaign, ...props }: Props) {
  const { t } = useTexts();
  const { data: rows = [] } = useRows('campaign');
  const rowOf = (shown: number) => rows.find(({ id }) => id === shown);
  const titleOf = (shown: number) => {
    const row = rowOf(shown);
    return row && !isEditable(row, serverNow()) ? t('campaigns:readOnlyTitle') : t('campaigns:editTitle');
  };
  return (
    <FormDialog
      value={campaign}
      title={(shown) => (shown === 'new' ? t('campaigns:addTitle') : titleOf(shown))}
      size="xl"
      onClose={props.onClose}
    >
      {(shown) =>
        shown === 'new' ? (
          <CampaignEditor campaign={null} {...props} />
        ) : (
          // One that was cancelled meanwhile may be changed, one that has begun may not.
          <Known key={`${shown} ${rowOf(shown)?.status}`} id={shown} {...props} />
        )
      }
    </FormDialog>
  );
}

function Known({ id, ...props }: Omit<EditorProps, 'campaign'> & { id: number }) {
  const query = useFormStart(getCampaign, { params: { campaignId: id } });
  return (
    <QueryView query={query}>{(campaign) => <CampaignEditor campaign={campaign} {...props} />}</QueryView>
  );
}
