import { describe, expect, it } from 'vitest';
import { DEFAULT_NOTIFICATIONS } from './notification-settings.ts';
import { silenceOf } from './silence.ts';

/** Local times: the third of January 2026 is a Saturday. */
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 0, day, hours, minutes);
const quiet = (from: string, to: string, days = DEFAULT_NOTIFICATIONS.quietHours.days) => ({
  ...DEFAULT_NOTIFICATIONS,
  quietHours: { enabled: true, from, to, days },
});

describe('silence', () => {
  it('lasts while "do not disturb" does', () => {
    const until = at(3, 12).toISOString();
    const paused = (pausedUntil: string | null) => (now: Date) =>
      silenceOf({ ...DEFAULT_NOTIFICATIONS, pausedUntil }, now);
    expect([at(3, 11, 59), at(3, 12)].map(paused(until))).toEqual(['paused', null]);
    expect([paused('switchedOff')(at(30, 0)), paused(null)(at(3, 11))]).toEqual(['paused', null]);
  });

  it('comes every day between two times, also over midnight', () => {
    const during = (settings: ReturnType<typeof quiet>, ...times: Date[]) =>
      times.map((time) => silenceOf(settings, time) !== null);
    expect(during(quiet('12:00', '13:30'), at(3, 11, 59), at(3, 12), at(3, 13, 29), at(3, 13, 30))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(during(quiet('20:00', '08:00'), at(3, 19, 59), at(3, 20), at(4, 7, 59), at(4, 8))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(
      silenceOf(
        { ...quiet('20:00', '08:00'), quietHours: { ...quiet('20:00', '08:00').quietHours, enabled: false } },
        at(3, 22),
      ),
    ).toBeNull();
  });

  it('belongs to the day on which it begins', () => {
    const friday = quiet('20:00', '08:00', ['friday']);
    const times = [at(2, 7), at(2, 21), at(3, 7), at(3, 21)];
    expect(times.map((time) => silenceOf(friday, time) !== null)).toEqual([false, true, true, false]);
    const saturday = quiet('00:00', '00:00', ['saturday']);
    expect(
      [at(2, 23, 59), at(3, 0), at(3, 23, 59), at(4, 0)].map((time) => silenceOf(saturday, time) !== null),
    ).toEqual([false, true, true, false]);
  });
});
