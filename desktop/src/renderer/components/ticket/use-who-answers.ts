import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useTexts } from '../../kit/use-texts.ts';

/** Who answers the customer in an agent's place, in words; null when nobody does. */
export function useWhoAnswers({ answerer, queue }: Pick<TicketItem, 'answerer' | 'queue'>): string | null {
  const { t } = useTexts();
  if (answerer === 'nobody') return null;
  return answerer === 'optionTree' && queue
    ? t('tickets:answerer.optionsOf', { queue: queue.name })
    : t(`tickets:answerer.${answerer}`);
}
