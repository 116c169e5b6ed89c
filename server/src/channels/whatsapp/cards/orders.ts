import { CARD_LIMITS, type MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { OrderDetails, proto } from '@whiskeysockets/baileys';
import { cardAction, cardItem, cardOfDraft, moneyOf } from '../../card-parts.ts';

/** What is chosen in the catalogue of a business. */
export function orderCard({ orderMessage, productMessage }: proto.IMessage): MessageCard | null {
  if (orderMessage) return cardOfOrder(orderMessage);
  return productMessage ? cardOfProduct(productMessage) : null;
}

/** What WhatsApp tells of an order; where it says nothing, the library makes empty texts and no numbers of it. */
type OrderLines = Pick<OrderDetails, 'price' | 'products'>;

const NO_LINES: OrderLines = { price: { total: Number.NaN, currency: '' }, products: [] };

/** @param lines are not part of the message */
export function cardOfOrder(
  order: proto.Message.IOrderMessage,
  { price, products }: OrderLines = NO_LINES,
): MessageCard {
  const pieces = products.reduce((sum, { quantity }) => sum + Math.max(quantity, 0), 0);
  return cardOfDraft('order', {
    title: order.orderTitle,
    text: order.message,
    items: products
      .slice(0, CARD_LIMITS.items)
      .map((line) =>
        cardItem(line.name, { quantity: line.quantity, price: moneyOf(line.price, line.currency) }),
      )
      .filter(({ name, price: known }) => name || known),
    itemCount: pieces || order.itemCount,
    total: moneyOf(order.totalAmount1000, order.totalCurrencyCode) ?? moneyOf(price.total, price.currency),
  });
}

export function cardOfProduct({
  product,
  catalog,
  body,
  footer,
}: proto.Message.IProductMessage): MessageCard {
  const { title, description, currencyCode, url } = product ?? {};
  const price = moneyOf(product?.salePriceAmount1000 || product?.priceAmount1000, currencyCode);
  const shown = product ?? catalog;
  return cardOfDraft('product', {
    text: body,
    footer,
    items: shown
      ? [
          cardItem(title ?? catalog?.title, {
            detail: description ?? catalog?.description,
            price: price && price.amount > 0 ? price : null,
          }),
        ].filter(({ name, detail, price: known }) => name || detail || known)
      : [],
    actions: cardAction('', url),
  });
}
