import type { CompanyView } from '@balcao/shared/features/companies/calls.ts';
import type { Tone } from '../../../renderer/components/status-pill.tsx';
import { daysUntil } from './due-tone.ts';

type PaymentState = 'blocked' | 'free' | 'paid' | 'grace' | 'overdue';

/** How a company stands with the operator on this day. */
export function paymentState(
  { status, dueDate, graceDays }: Pick<CompanyView, 'status' | 'dueDate' | 'graceDays'>,
  now: Date,
): PaymentState {
  if (!status) return 'blocked';
  if (dueDate === null) return 'free';
  const days = daysUntil(dueDate, now);
  if (days >= 0) return 'paid';
  return days >= -graceDays ? 'grace' : 'overdue';
}

export const PAYMENT_TONES: Record<PaymentState, Tone> = {
  blocked: 'danger',
  free: 'neutral',
  paid: 'success',
  grace: 'warning',
  overdue: 'danger',
};
