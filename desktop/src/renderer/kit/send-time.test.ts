import { expect, it } from 'vitest';
import { instantOf, QUICK_TIMES, sendTimeOf } from './send-time.ts';

it('a day and a time are one moment, and something missing is none', () => {
  const date = new Date(2026, 10, 22, 9, 5);
  expect(sendTimeOf(date)).toEqual({ day: '2026-11-22', time: '09:05' });
  expect(instantOf(sendTimeOf(date))).toBe(date.toISOString());
  for (const missing of [
    { day: null, time: '09:05' },
    { day: '2026-11-22', time: '' },
    { day: '2026-11-99', time: '09:05' },
  ])
    expect(instantOf(missing)).toBeNull();
});

it.each([
  ['sunday', new Date(2026, 10, 22, 23, 30), '2026-11-23', '2026-11-23', '2026-11-23'],
  ['monday', new Date(2026, 10, 23, 8, 0), '2026-11-23', '2026-11-24', '2026-11-30'],
  ['last day of a year', new Date(2026, 11, 31, 12, 0), '2026-12-31', '2027-01-01', '2027-01-04'],
])('quick times of a %s', (_name, now, inOneHour, tomorrow, monday) => {
  expect(QUICK_TIMES.inOneHour(now).day).toBe(inOneHour);
  expect(QUICK_TIMES.tomorrow(now)).toEqual({ day: tomorrow, time: '09:00' });
  expect(QUICK_TIMES.monday(now)).toEqual({ day: monday, time: '09:00' });
});
