import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { OptOut } from '@balcao/shared/features/contacts/opt-out.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { isShownTo } from '../../../renderer/kit/pages.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** A company without campaigns has nothing to say about them, but of whom they were to leave in peace. */
export const showsOptOut = (user: SessionUser, { optedOutAt }: OptOut): boolean =>
  optedOutAt !== null || isShownTo(user, { plan: 'useCampaigns' });

/** Since when campaigns leave the contact out, and who said so. */
export function useOptOutText(): (contact: OptOut) => string {
  const { t } = useTexts();
  const format = useFormat();
  return ({ optedOutAt, optedOutBy }) => {
    if (optedOutAt === null) return t('contacts:optedOutHint');
    const date = format.date(optedOutAt);
    return optedOutBy === 'contact'
      ? t('contacts:optedOutByContact', { date })
      : t('contacts:optedOutByPerson', { date });
  };
}
