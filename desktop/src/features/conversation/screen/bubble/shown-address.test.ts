import { parseRichText } from '@balcao/shared/text/rich-text.ts';
import { expect, test } from 'vitest';
import { shownAddress } from './shown-address.ts';

test.each([
  ['http://аррӏе.com/a?b=ç', 'http://xn--80ak6aa92e.com/a?b=ç'],
  ['www.аррӏе.com', 'https://www.xn--80ak6aa92e.com'],
  ['Www.loja.example/ação', 'Www.loja.example/ação'],
])('a host in letters that look like others is shown as it is asked for: %s', (address, shown) => {
  const [piece] = parseRichText(address);
  expect(piece?.type === 'link' && shownAddress(piece)).toBe(shown);
});
