import { expect, test } from 'vitest';
import { tickOf } from './tick.ts';

test.each([
  ['queued', 1, 'clock'],
  ['queued', 4, 'clock'],
  ['accepted', 1, 'clock'],
  ['accepted', 2, 'sent'],
  ['accepted', 3, 'delivered'],
  ['accepted', 4, 'read'],
  ['accepted', 5, 'read'],
  ['accepted', 0, 'failed'],
  ['failed', 1, 'failed'],
] as const)('%s with ack %i shows %s', (delivery, ack, tick) => {
  expect(tickOf({ delivery, ack })).toBe(tick);
});
