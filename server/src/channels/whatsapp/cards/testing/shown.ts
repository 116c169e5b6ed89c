import type { MessageCard } from '@balcao/shared/features/messages/card.ts';

/** What a card shows, without what it leaves empty. */
export const shownOf = (card: MessageCard) =>
  Object.fromEntries(
    Object.entries(card).filter(([, value]) => value !== null && value !== '' && !isEmpty(value)),
  );
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

export const brl = (amount: number) => ({ amount, currency: 'BRL' });
