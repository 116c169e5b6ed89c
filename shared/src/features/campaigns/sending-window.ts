import { z } from 'zod';
import { instantOf, wallClock } from '../../time/wall-clock.ts';

/** Days and hours of a company's timezone in which a campaign may send. */
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const sendingWindow = z
  .object({
    /** 0: Sunday. */
    days: z.array(z.int().min(0).max(6)).min(1).max(7),
    from: time,
    to: time,
  })
  .refine(({ from, to }) => from < to, { path: ['to'] });
export type SendingWindow = z.output<typeof sendingWindow>;

/** What a dialog proposes: Monday to Saturday, by day. */
export const PROPOSED_WINDOW: SendingWindow = { days: [1, 2, 3, 4, 5, 6], from: '08:00', to: '20:00' };

const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;
const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** When a campaign may send next: `now` inside of the window or without one, else the moment at which it opens. */
export function nextInWindow(window: SendingWindow | null, timezone: string, now: Date): Date {
  if (!window) return now;
  const from = minuteOf(window.from);
  const { day, minute } = wallClock(now, timezone);
  const isDay = (ahead: number) => window.days.includes((day + ahead + FIRST_WEEKDAY) % WEEK_DAYS);
  if (isDay(0) && minute >= from && minute < minuteOf(window.to)) return now;
  let ahead = isDay(0) && minute < from ? 0 : 1;
  while (!isDay(ahead)) ahead += 1;
  return instantOf(day + ahead, from, timezone);
}
