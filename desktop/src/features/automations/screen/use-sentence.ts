import type { AutomationRow } from '@balcao/shared/features/automations/row.ts';
import type { Cause } from '@balcao/shared/features/automations/rule.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** A rule in one sentence, for the list. */
export function useSentence() {
  const { t } = useTexts();
  const format = useFormat();
  const causeText = (cause: Cause) => {
    const text = t(`automations:cause.${cause.kind}`);
    return 'minutes' in cause
      ? t('automations:timed', { cause: text, count: format.number(cause.minutes) })
      : text;
  };
  return ({ cause, conditions, effects }: Pick<AutomationRow, 'cause' | 'conditions' | 'effects'>) =>
    t(conditions.items.length === 0 ? 'automations:sentence' : 'automations:sentenceIf', {
      cause: causeText(cause),
      effects: effects.map(({ kind }) => t(`automations:effect.${kind}`)).join(', '),
    });
}
