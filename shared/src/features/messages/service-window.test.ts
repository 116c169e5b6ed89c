import { expect, it } from 'vitest';
import { answerableUntil, isAnswerable } from './service-window.ts';

const at = (time: string) => new Date(`2026-04-10T${time}Z`);

it('a messenger with hours is answered until they have passed since the customer wrote, and no longer', () => {
  const hours = { serviceHours: 24 };
  expect(answerableUntil(hours, at('10:00:00'))).toEqual(new Date('2026-04-11T10:00:00Z'));
  expect(isAnswerable(hours, at('10:00:00'), new Date('2026-04-11T09:59:59Z'))).toBe(true);
  expect(isAnswerable(hours, at('10:00:00'), new Date('2026-04-11T10:00:00Z'))).toBe(false);
  expect(isAnswerable(hours, null, at('10:00:00'))).toBe(false);
  expect(isAnswerable({ serviceHours: null }, null, at('10:00:00'))).toBe(true);
});
