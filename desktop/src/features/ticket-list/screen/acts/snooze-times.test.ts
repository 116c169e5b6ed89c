import { expect, it } from 'vitest';
import { snoozeChoices } from './snooze-times.ts';

it.each([
  [
    'on a morning in the week',
    new Date(2026, 10, 25, 9, 10),
    ['later 12:10', 'tomorrow 09:00', 'monday 09:00'],
  ],
  ['late in the evening', new Date(2026, 10, 25, 21, 0), ['tomorrow 09:00', 'monday 09:00']],
  ['on a sunday', new Date(2026, 10, 22, 9, 0), ['later 12:00', 'tomorrow 09:00']],
])('%s', (_when, now, offered) => {
  expect(snoozeChoices(now).map(({ name, time }) => `${name} ${time.time}`)).toEqual(offered);
});
