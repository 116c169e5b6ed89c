import type { StatedBasis } from '@balcao/shared/features/contact-lists/basis.ts';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';

/** Why a company may write to the people of a list, in one line. */
export function useBasisText(): (basis: StatedBasis) => string {
  const { t } = useTexts();
  const format = useFormat();
  return (basis) => {
    if (basis === null) return t('contactLists:basis.notStated');
    const { kind, givenOn = '', source = '', words = '' } = basis;
    if (kind === 'other') return words;
    if (kind === 'customer') return t('contactLists:basis.customers');
    return t('contactLists:basis.consent', { date: format.calendarDay(givenOn), source });
  };
}
