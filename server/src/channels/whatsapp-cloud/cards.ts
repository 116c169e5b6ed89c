import type { CardMoney, MessageCard } from '@balcao/shared/features/messages/card.ts';
import { cardItem, cardOfDraft, moneyOf } from '../card-parts.ts';
import type { CloudMessage, CloudOrderLine } from './notice.ts';

/**
 * What is chosen in, or asked about, the catalogue of the business: Meta names articles by the business's own codes.
 *
 * @param words what the message says beside it
 */
export function cardOf({ order, context }: CloudMessage, words: string): MessageCard | null {
  if (order) {
    const lines = order.product_items;
    return cardOfDraft('order', {
      text: order.text,
      items: lines.map((line) =>
        cardItem(line.product_retailer_id, { quantity: line.quantity, price: priceOf(line) }),
      ),
      itemCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      total: totalOf(lines),
    });
  }
  const product = context?.referred_product;
  if (!product) return null;
  return cardOfDraft('product', { text: words, items: [cardItem(product.product_retailer_id)] });
}

const priceOf = ({ item_price: price, currency }: CloudOrderLine): CardMoney | null =>
  moneyOf(Math.round(price * 1_000), currency);

/** Null where a price is missing, or they are of several currencies. */
function totalOf(lines: readonly CloudOrderLine[]): CardMoney | null {
  const [first] = lines;
  const prices = lines.map(priceOf);
  if (!first || prices.some((price) => price === null || price.currency !== first.currency)) return null;
  const sum = lines.reduce((total, line) => total + Math.round(line.item_price * 1_000) * line.quantity, 0);
  return moneyOf(sum, first.currency);
}
