import { describe, expect, it } from 'vitest';
import { flow, stored } from './testing/shown.ts';

describe('bad input of a card', () => {
  const product = (priceAmount1000: unknown, currencyCode = 'BRL') =>
    stored({ productMessage: { product: { title: 'Bolo', priceAmount1000, currencyCode } } }).body;

  it('has no price that is negative, beyond what numbers count, or of no currency', () => {
    expect([
      product(-5),
      product('9007199254740993'),
      product('-9223372036854775808'),
      product(39900, 'reais'),
      product(39900, ''),
    ]).toEqual(['• Bolo', '• Bolo', '• Bolo', '• Bolo: 39,90', '• Bolo: 39,90']);
    const amounts = [
      { value: 'NaN', offset: 100 },
      { value: 1, offset: 0 },
      { value: 1e300, offset: 1 },
      [],
      null,
    ];
    for (const total_amount of amounts)
      expect(stored(flow('review_and_pay', { total_amount })).body).toBe('Pague aqui');
  });

  it('is bounded and linear, whatever it repeats', () => {
    const items = Array.from({ length: 5_000 }, (_, at) => ({ name: `Bolo ${at}`, quantity: at }));
    const order = stored(flow('review_and_pay', { order: { items: items.slice(0, 1_000) } }));
    expect([order.card?.items, order.body.split('\n')]).toMatchObject([{ length: 50 }, { length: 51 }]);
    // More JSON than anybody's order is.
    expect(stored(flow('review_and_pay', { order: { items } })).body).toBe('Pague aqui');
    const answer = { listResponseMessage: { title: 'x'.repeat(100_000) } };
    expect(stored(answer).body).toHaveLength(65_536);
    const cards = Array.from({ length: 500 }, () => ({
      body: { text: 'x'.repeat(1_000) },
      carouselMessage: { cards: [{ body: { text: 'dentro' } }] },
    }));
    const carousel = stored({ interactiveMessage: { body: { text: 'Bolos' }, carouselMessage: { cards } } });
    expect(carousel.card?.parts).toHaveLength(10);
    expect(carousel.body).not.toContain('dentro');
  });

  it('leads nowhere but to pages', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc', ' javascript:x', {}, 5])
      expect(stored(flow('cta_url', { display_text: 'Abrir', url })).card).toMatchObject({
        actions: [{ label: 'Abrir', url: null }],
      });
  });

  it('says its words in JSON that is none', () => {
    for (const buttonParamsJson of [
      '',
      'isto não é JSON',
      '[1]',
      'null',
      '['.repeat(60_000),
      '{"a":'.repeat(9_000),
    ])
      expect(
        stored({
          interactiveMessage: {
            body: { text: 'Pague aqui' },
            nativeFlowMessage: { buttons: [{ name: 'review_and_pay', buttonParamsJson }] },
          },
        }).body,
      ).toBe('Pague aqui');
  });
});
