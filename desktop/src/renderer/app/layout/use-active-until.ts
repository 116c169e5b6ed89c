import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { useFormat } from '../../kit/format.ts';
import { useTexts } from '../../kit/use-texts.ts';

/** The date until which the company has paid, for users who may know. */
export function useActiveUntil(user: SessionUser): string | null {
  const { t } = useTexts();
  const format = useFormat();
  const { dueDate, timezone } = user.company;
  if (!dueDate || !can(user, 'subscription:view')) return null;
  return t('layout:activeUntil', { date: format.dateIn(dueDate, timezone) });
}
