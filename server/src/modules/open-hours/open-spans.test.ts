import { WEEKDAYS } from '@balcao/shared/time/business-hours.ts';
import { openAfter, openSpans, openUntil } from '@balcao/shared/time/open-spans.ts';
import { type Calendar, isOpenAt } from '@balcao/shared/time/opening.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEEP, SEED } from '../../../test/sample.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Where the clocks change, at midnight, by half an hour, or not at all, with a Sunday or so before it. */
const CHANGES = [
  ['America/Sao_Paulo', '2018-11-03'],
  ['America/Sao_Paulo', '2018-02-16'],
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['America/Havana', '2026-10-31'],
  ['Europe/Lisbon', '2026-10-24'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Asia/Kathmandu', '2026-05-01'],
  ['UTC', '2026-12-31'],
] as const;

const time = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 0, 15, 30, 59))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`),
  },
);
const day = fc.record({ startTime: time, endTime: time });

/** A calendar of random hours, some of whose days about the change are holidays, and a moment before it. */
const scene = fc
  .record({
    change: fc.constantFrom(...CHANGES),
    week: fc.array(day, { minLength: 7, maxLength: 7 }),
    holidays: fc.array(
      fc.record({ ahead: fc.integer({ min: -1, max: 4 }), yearly: fc.boolean(), hours: day }),
      {
        maxLength: 3,
      },
    ),
    since: fc.integer({ min: 0, max: 1_440 }),
    minutes: fc.integer({ min: 1, max: 3_000 }),
  })
  .map(({ change: [timezone, date], week, holidays, since, minutes }) => {
    const from = Date.parse(date);
    const schedules = WEEKDAYS.map((weekdayEn, index) => ({
      weekday: weekdayEn,
      weekdayEn,
      ...(week[index] ?? { startTime: '', endTime: '' }),
    }));
    const days = holidays.map(({ ahead, yearly, hours }) => ({
      name: 'Holiday',
      date: new Date(from + ahead * DAY).toISOString().slice(0, 10),
      yearly,
      ...hours,
    }));
    const calendar: Calendar = { schedules, holidays: days, timezone };
    return { calendar, from, since: from + since * MINUTE, minutes };
  });

describe('open hours', () => {
  it('are what a clock counts that looks at the wall each minute, over changes of the clocks and holidays', () => {
    fc.assert(
      fc.property(scene, ({ calendar, from, since, minutes }) => {
        const to = from + 4 * DAY;
        const spans = openSpans(calendar, from, to);
        let counted = 0;
        let due: number | null = null;
        for (let at = since; at < to; at += MINUTE) {
          if (!isOpenAt(calendar, new Date(at))) continue;
          counted += 1;
          if (counted === minutes) due = at + MINUTE;
        }
        expect({
          open: (openUntil(spans, to) - openUntil(spans, since)) / MINUTE,
          due: openAfter(spans, since, minutes * MINUTE),
        }).toEqual({ open: counted, due });
      }),
      { seed: SEED, numRuns: DEEP ? 2_000 : 40 },
    );
  });
});
