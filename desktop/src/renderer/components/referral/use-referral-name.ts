import type { TicketReferral } from '@balcao/shared/features/messages/referral.ts';
import { useTexts } from '../../kit/use-texts.ts';

type Named = Pick<TicketReferral, 'kind' | 'title' | 'sourceId'>;

/** What a source is called: its kind, and its title or else its id. */
export function useReferralName(): (referral: Named) => string {
  const { t } = useTexts();
  return ({ kind, title, sourceId }) =>
    [t(`tickets:referral.kinds.${kind}`), title || sourceId].filter(Boolean).join(': ');
}
