import { CARD_LIMITS, type CardItem, type MessageCard } from '@balcao/shared/features/messages/card.ts';
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
      .filter(saysSomething),
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
  const price = moneyOf(product?.salePriceAmount1000 || product?.priceAmount1000, product?.currencyCode);
  const article = cardItem(product?.title, {
    detail: product?.description,
    price: price && price.amount > 0 ? price : null,
  });
  return cardOfDraft('product', {
    text: body,
    footer,
    items: [article, cardItem(catalog?.title, { detail: catalog?.description })].filter(saysSomething),
    actions: cardAction('', product?.url),
  });
}

const saysSomething = ({ name, detail, price }: CardItem): boolean => Boolean(name || detail || price);
