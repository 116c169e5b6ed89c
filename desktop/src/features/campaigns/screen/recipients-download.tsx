import type { CampaignRecipient, CampaignView } from '@balcao/shared/features/campaigns/calls.ts';
import { csvLine } from '@balcao/shared/features/contacts/csv.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useBasisText } from '../../../renderer/components/list-basis/use-basis-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useOnLeave } from '../../../renderer/kit/use-on-leave.ts';
import { useSaveList } from '../../../renderer/kit/use-save-list.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useReasonText } from './use-reason-text.ts';
import { type Filter, useAllRecipients } from './use-recipients.ts';

interface Props {
  campaign: CampaignView;
  filter: Filter;
  timezone: string;
}

/** The list as a table for other programs, as far as it is shown. */
export function RecipientsDownload({ campaign, filter, timezone }: Props) {
  const { t } = useTexts();
  const toastError = useErrorToast();
  const keep = useSaveList('recipients');
  const readAll = useAllRecipients(campaign.id, filter);
  const lineOf = useLine(campaign, timezone);
  const [turn, setTurn] = useState<{ isWanted: boolean } | null>(null);
  const leave = () => {
    if (turn) turn.isWanted = false;
  };
  useOnLeave(leave);
  const save = async () => {
    const own = { isWanted: true };
    setTurn(own);
    try {
      const lines = [csvLine(COLUMNS.map((column) => t(`campaigns:recipients.csv.${column}`)))];
      await readAll(
        (recipient) => lines.push(lineOf(recipient)),
        () => own.isWanted,
      );
      if (own.isWanted) await keep({ name: campaign.name, about: campaign.name }, lines.join(''));
    } catch (error) {
      toastError(error);
    } finally {
      setTurn(null);
    }
  };
  return (
    <Button
      variant="default"
      loading={turn !== null}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save()}
    >
      {t('campaigns:recipients.download')}
    </Button>
  );
}

const COLUMNS = [
  'name',
  'number',
  'state',
  'reason',
  'variant',
  'sentAt',
  'deliveredAt',
  'readAt',
  'answeredAt',
  'basis',
] as const;

function useLine({ listBasis }: CampaignView, timezone: string): (recipient: CampaignRecipient) => string {
  const { t } = useTexts();
  const format = useFormat();
  const reasonText = useReasonText();
  const basisText = useBasisText();
  const moment = (at: string | null) => (at ? format.momentIn(at, timezone) : '');
  // Who has said yes to the campaign's own question has consented, whatever is known of the list.
  const basisOf = (confirmedAt: string | null) =>
    confirmedAt ? t('campaigns:recipients.consented', { when: moment(confirmedAt) }) : basisText(listBasis);
  return ({ name, number, state, reason, variant, sentAt, deliveredAt, readAt, answeredAt, confirmedAt }) =>
    csvLine([
      name,
      number,
      t(`campaigns:states.${state}`),
      reason ? reasonText(reason) : '',
      variant === null ? '' : String(variant),
      moment(sentAt),
      moment(deliveredAt),
      moment(readAt),
      moment(answeredAt),
      basisOf(confirmedAt),
    ]);
}
