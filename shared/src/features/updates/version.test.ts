import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOlder } from './version.ts';

const part = fc.nat(30);
const numbers = fc.tuple(part, part, part);

it('orders versions by their numbers, not by their letters', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const place = a.findIndex((value, index) => value !== b[index]);
      const [mine = 0, other = 0] = [a[place], b[place]];
      expect(isOlder(a.join('.'), b.join('.'))).toBe(place >= 0 && mine < other);
    }),
  );
});

it.each([
  ['1.2.3-beta.1', '1.2.3', true],
  ['1.2.3', '1.2.3-beta.1', false],
  ['1.2.4-beta.1', '1.2.3', false],
  ['1.2.3+linux', '1.2.3', false],
  ['test', '0.0.0', true],
  ['1.2', '1.0.0', true],
])('%s before %s: %s', (version, than, expected) => {
  expect(isOlder(version, than)).toBe(expected);
});
