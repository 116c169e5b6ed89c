import { expect, it } from 'vitest';
import { dueTone } from './due-tone.ts';
import { paymentState } from './payment-state.ts';

const now = new Date(2026, 4, 10, 23, 59);

it.each([
  ['2026-05-16', undefined],
  ['2026-05-15', 'soon'],
  ['2026-05-14', 'due'],
  ['2026-05-10', 'due'],
  ['2026-05-07', 'due'],
  ['2026-05-06', 'past'],
  ['2020-01-01', 'past'],
  [null, undefined],
])('a company due on %s on 10 May is %s', (dueDate, tone) => {
  expect(dueTone(dueDate, now)).toBe(tone);
});

it.each([
  [false, '2027-01-01', 'blocked'],
  [true, null, 'free'],
  [true, '2026-05-10', 'paid'],
  [true, '2026-05-08', 'grace'],
  [true, '2026-05-06', 'overdue'],
])(
  'a company whose status is %s, due on %s with three days of grace, stands as %s',
  (status, dueDate, state) => {
    expect(paymentState({ status, dueDate, graceDays: 3 }, now)).toBe(state);
  },
);
