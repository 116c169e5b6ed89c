import type {
  CardAction,
  CardItem,
  CardKey,
  CardMoney,
  CardPart,
  MessageCard,
} from '@balcao/shared/features/messages/card.ts';
import { formatAmount } from '@balcao/shared/money/money.ts';

/**
 * A card as the words that search, preview, bot and webhooks get: those of its sender, and amounts. Empty for a card
 * that says only what it is.
 */
export const wordsOfCard = (card: MessageCard): string => lines([card, ...card.parts].map(wordsOfPart));

const wordsOfPart = ({ title, text, place, items, total, footer, actions, keys }: CardPart): string =>
  lines([
    title,
    text,
    place,
    ...items.map(wordsOfItem),
    total && amountOf(total),
    footer,
    ...actions.map(wordsOfAction),
    ...keys.map(wordsOfKey),
  ]);

function wordsOfItem({ heading, name, detail, quantity, price }: CardItem): string {
  const counted = quantity === null ? name : `${quantity} × ${name}`;
  const entry = [counted, detail, price && amountOf(price)].filter(Boolean).join(': ');
  return lines([heading, entry && `• ${entry}`]);
}

const wordsOfAction = ({ label, url }: CardAction): string => `• ${[label, url].filter(Boolean).join(': ')}`;

function wordsOfKey({ kind, label, value }: CardKey): string {
  const whose = kind.startsWith('pix') ? `Pix ${label}`.trim() : label;
  return `• ${[whose, value].filter(Boolean).join(': ')}`;
}

/** As the product's first language writes it, with plain spaces: somebody may look for it. */
const amountOf = ({ amount, currency }: CardMoney): string =>
  formatAmount(amount, currency, 'pt').replaceAll(/\s/g, ' ');

const lines = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join('\n');
