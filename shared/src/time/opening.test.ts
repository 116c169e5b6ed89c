import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type BusinessHours, DEFAULT_BUSINESS_HOURS, WEEKDAYS } from './business-hours.ts';
import type { Holiday } from './holidays.ts';
import { openingAt } from './opening.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const LISBON = 'Europe/Lisbon';
const DAY_MS = 86_400_000;

const week = (startTime: string, endTime: string): BusinessHours =>
  WEEKDAYS.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTime, endTime }));
const holiday = (date: string, more: Partial<Holiday> = {}): Holiday => ({
  name: 'Feriado',
  date,
  yearly: false,
  startTime: '00:00',
  endTime: '00:00',
  ...more,
});
const calendar = (schedules: BusinessHours, holidays: Holiday[] = [], timezone = SAO_PAULO) => ({
  schedules,
  holidays,
  timezone,
});
const at = (instant: string) => new Date(instant);
const isOpen = (of: ReturnType<typeof calendar>, instant: string) => openingAt(of, at(instant)).isOpen;

describe('a week of business hours', () => {
  const office = calendar(DEFAULT_BUSINESS_HOURS);

  it('is read from the clock on the wall of the company, its start included and its end not', () => {
    expect(isOpen(office, '2026-11-23T10:59:59.999Z')).toBe(false);
    expect(isOpen(office, '2026-11-23T11:00:00Z')).toBe(true);
    expect(isOpen(office, '2026-11-23T20:59:59.999Z')).toBe(true);
    expect(isOpen(office, '2026-11-23T21:00:00Z')).toBe(false);
    expect(isOpen({ ...office, timezone: LISBON }, '2026-11-23T08:30:00Z')).toBe(true);
  });

  it('tells when it opens and closes next, over a closed Sunday', () => {
    expect(openingAt(office, at('2026-11-21T16:00:00Z'))).toEqual({
      isOpen: false,
      holiday: null,
      opensAt: at('2026-11-23T11:00:00Z'),
      closesAt: null,
    });
    expect(openingAt(office, at('2026-11-23T12:00:00Z')).closesAt).toEqual(at('2026-11-23T21:00:00Z'));
  });

  it('goes over midnight, from Sunday into Monday too, and one shift into the next', () => {
    const bar = calendar(week('20:00', '03:00'));
    expect(isOpen(bar, '2026-11-23T02:00:00Z')).toBe(true);
    expect(isOpen(bar, '2026-11-23T05:59:00Z')).toBe(true);
    expect(isOpen(bar, '2026-11-23T06:00:00Z')).toBe(false);
    expect(openingAt(bar, at('2026-11-23T02:00:00Z')).closesAt).toEqual(at('2026-11-23T06:00:00Z'));
    const nearlyAlways = calendar(week('06:00', '05:59'));
    expect(openingAt(nearlyAlways, at('2026-11-23T08:58:30Z')).closesAt).toEqual(at('2026-11-23T08:59:00Z'));
  });

  it('may have no end, and no beginning', () => {
    expect(openingAt(calendar(week('', '')), at('2026-11-23T02:00:00Z'))).toMatchObject({
      isOpen: true,
      closesAt: null,
    });
    expect(openingAt(calendar(week('00:00', '00:00')), at('2026-11-23T12:00:00Z'))).toMatchObject({
      isOpen: false,
      opensAt: null,
    });
  });
});

describe('a holiday', () => {
  it('closes its day, once or every year, and leaves what began on the day before', () => {
    const bar = week('20:00', '03:00');
    const christmas = calendar(bar, [holiday('2020-12-25', { yearly: true, name: 'Natal' })]);
    expect(openingAt(christmas, at('2026-12-25T05:00:00Z'))).toMatchObject({ isOpen: true, holiday: null });
    expect(openingAt(christmas, at('2026-12-25T23:30:00Z'))).toMatchObject({
      isOpen: false,
      holiday: 'Natal',
    });
    expect(isOpen(christmas, '2026-12-26T05:00:00Z')).toBe(false);
    expect(isOpen(calendar(bar, [holiday('2020-12-25')]), '2026-12-25T23:30:00Z')).toBe(true);
  });

  it('may have hours of its own; what is for one year counts before what is for all', () => {
    const days = [
      holiday('2020-12-24', { yearly: true }),
      holiday('2026-12-24', { startTime: '08:00', endTime: '12:00', name: 'Meio período' }),
    ];
    const office = calendar(DEFAULT_BUSINESS_HOURS, days);
    expect(openingAt(office, at('2026-12-24T12:00:00Z'))).toMatchObject({
      isOpen: true,
      holiday: 'Meio período',
    });
    expect(isOpen(office, '2026-12-24T15:00:00Z')).toBe(false);
    expect(isOpen(office, '2025-12-24T12:00:00Z')).toBe(false);
  });

  it('of 29 February exists in leap years only', () => {
    const office = calendar(week('08:00', '18:00'), [holiday('2024-02-29', { yearly: true })]);
    expect(isOpen(office, '2028-02-29T15:00:00Z')).toBe(false);
    expect([isOpen(office, '2027-02-28T15:00:00Z'), isOpen(office, '2027-03-01T15:00:00Z')]).toEqual([
      true,
      true,
    ]);
  });
});

describe('the night in which the clocks change', () => {
  it('opens where they skip the hour, at the skip', () => {
    // 01:00 becomes 02:00.
    const early = calendar(week('01:30', '05:00'), [], LISBON);
    expect(isOpen(early, '2026-03-29T00:59:00Z')).toBe(false);
    expect(isOpen(early, '2026-03-29T01:00:00Z')).toBe(true);
    expect(openingAt(early, at('2026-03-29T00:30:00Z')).opensAt).toEqual(at('2026-03-29T01:00:00Z'));
  });

  it('is open twice in an hour that comes twice', () => {
    // 02:00 becomes 01:00.
    const late = calendar(week('01:00', '02:00'), [], LISBON);
    expect(isOpen(late, '2026-10-25T00:30:00Z')).toBe(true);
    expect(isOpen(late, '2026-10-25T01:30:00Z')).toBe(true);
    expect(isOpen(late, '2026-10-25T02:00:00Z')).toBe(false);
  });
});

const minutes = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
});
const shift = fc.oneof(
  { weight: 6, arbitrary: fc.record({ startTime: minutes, endTime: minutes }) },
  { weight: 1, arbitrary: fc.constant({ startTime: '', endTime: '' }) },
  { weight: 2, arbitrary: fc.constant({ startTime: '00:00', endTime: '00:00' }) },
);
const shifts = fc.tuple(...WEEKDAYS.map(() => shift));
const days = fc.integer({ min: 0, max: 20 }).map((ahead) => new Date(Date.UTC(2026, 2, 20 + ahead)));

test('what it promises next is what happens first, whatever the hours, holidays and clocks', () => {
  fc.assert(
    fc.property(
      shifts,
      fc.array(fc.tuple(days, shift), { maxLength: 4 }),
      days,
      fc.integer({ min: 0, max: 1_439 }),
      fc.constantFrom(SAO_PAULO, LISBON),
      (rows, free, day, minute, timezone) => {
        const schedules = WEEKDAYS.map((weekdayEn, index) => ({ weekday: '', weekdayEn, ...rows[index] }));
        const holidays = free.map(([date, hours]) => holiday(date.toISOString().slice(0, 10), hours));
        const hours = { schedules: schedules as BusinessHours, holidays, timezone };
        const now = new Date(day.getTime() + minute * 60_000);
        const { isOpen: before, opensAt, closesAt } = openingAt(hours, now);
        const change = before ? closesAt : opensAt;
        const end = change?.getTime() ?? now.getTime() + 10 * DAY_MS;
        // Hours begin and end on quarters: between two of them nothing changes.
        const quarter = 15 * 60_000;
        for (let ms = now.getTime() - (now.getTime() % quarter) + quarter; ms < end; ms += quarter)
          expect([ms, openingAt(hours, new Date(ms)).isOpen]).toEqual([ms, before]);
        if (change) expect(openingAt(hours, change).isOpen).toBe(!before);
      },
    ),
    { numRuns: 60 },
  );
});
