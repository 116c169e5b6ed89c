import { messageCard } from '@balcao/shared/features/messages/card.ts';
import { describe, expect, it } from 'vitest';
import { cardOfOrder } from './orders.ts';
import { brl, shownOf } from './testing/shown.ts';

describe('the lines of an order', () => {
  const line = (price: number, quantity = 1) => ({
    ...{ id: '1', imageUrl: '', currency: 'BRL' },
    ...{ name: 'Bolo', price, quantity },
  });
  const told = (...products: ReturnType<typeof line>[]) => {
    const card = cardOfOrder(
      { orderTitle: 'Padaria' },
      { price: { total: 45_900, currency: 'BRL' }, products },
    );
    return messageCard.parse(card);
  };

  it('stand in its card, with what they cost together', () => {
    expect(shownOf(told(line(24_000), line(7_300, 3)))).toEqual({
      kind: 'order',
      title: 'Padaria',
      itemCount: 4,
      total: brl(45_900),
      items: [
        { heading: '', name: 'Bolo', detail: '', quantity: 1, price: brl(24_000) },
        { heading: '', name: 'Bolo', detail: '', quantity: 3, price: brl(7_300) },
      ],
    });
  });

  it('are the first fifty of five thousand, and how many there are', () => {
    const { items, itemCount } = told(...Array.from({ length: 5_000 }, () => line(1_000)));
    expect([items.length, itemCount]).toEqual([50, 5_000]);
  });

  it('have no price where it makes no sense, and no quantity', () => {
    const { items, itemCount } = told(
      line(-1),
      line(2 ** 53),
      line(Number.NaN),
      line(1_000, -3),
      line(0, 0.5),
    );
    expect(items.map(({ price, quantity }) => [price?.amount, quantity])).toEqual([
      [undefined, 1],
      [undefined, 1],
      [undefined, 1],
      [1_000, null],
      [0, null],
    ]);
    expect(itemCount).toBeNull();
  });
});
