import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { proto } from '@whiskeysockets/baileys';
import { cardAction, cardItem, cardOfDraft, moneyOf } from '../../card-parts.ts';

/** What is chosen in the catalogue of a business. */
export function orderCard({ orderMessage, productMessage }: proto.IMessage): MessageCard | null {
  if (orderMessage) return cardOfOrder(orderMessage);
  return productMessage ? cardOfProduct(productMessage) : null;
}

/** Its lines are not part of the message: they are WhatsApp's, for the business alone. */
const cardOfOrder = (order: proto.Message.IOrderMessage): MessageCard =>
  cardOfDraft('order', {
    title: order.orderTitle,
    text: order.message,
    itemCount: order.itemCount,
    total: moneyOf(order.totalAmount1000, order.totalCurrencyCode),
  });

function cardOfProduct({ product, catalog, body, footer }: proto.Message.IProductMessage): MessageCard {
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
