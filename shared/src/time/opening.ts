import { type BusinessHours, WEEKDAYS } from './business-hours.ts';
import { type Holiday, holidayKey } from './holidays.ts';
import { DAY_MINUTES, DAY_MS, instantOf, type WallClock, wallClock } from './wall-clock.ts';

export interface Opening {
  isOpen: boolean;
  /** The name of the holiday that decides; null when the weekly hours do. */
  holiday: string | null;
  /** While closed: when it opens next; null when it does not within two weeks. */
  opensAt: Date | null;
  /** While open: when it closes next; null when it does not within two weeks. */
  closesAt: Date | null;
}

export interface Calendar {
  schedules: BusinessHours;
  holidays: readonly Holiday[];
  /** IANA name: whose clocks the hours are read from. */
  timezone: string;
}

const LOOK_AHEAD_DAYS = 14;

/**
 * Whether a company or queue is open. Hours are what the clock on the wall shows, so a change of the clocks needs no rule:
 * an hour that comes twice is open twice. A shift belongs to the day on which it begins, also when the next is a holiday.
 */
export function openingAt(calendar: Calendar, at: Date): Opening {
  const wall = wallClock(at, calendar.timezone);
  const { today, yesterday, fromYesterday, isOpen } = shiftsAt(calendar, wall);
  const { holiday } = fromYesterday ? yesterday : today;
  const opensAt = isOpen ? null : nextOpening(calendar, wall);
  const closesAt = isOpen ? endOf(calendar, fromYesterday ? wall.day - 1 : wall.day) : null;
  return { isOpen, holiday, opensAt, closesAt };
}

/** The same without when that changes. */
export const isOpenAt = (calendar: Calendar, at: Date): boolean =>
  shiftsAt(calendar, wallClock(at, calendar.timezone)).isOpen;

function shiftsAt(calendar: Calendar, { day, minute }: WallClock) {
  const today = shiftOf(calendar, day);
  const yesterday = shiftOf(calendar, day - 1);
  const fromYesterday = yesterday.to > DAY_MINUTES && minute + DAY_MINUTES < yesterday.to;
  const isOpen = fromYesterday || (today.from <= minute && minute < today.to);
  return { today, yesterday, fromYesterday, isOpen };
}

/** A day is open from one to the other, in minutes after its midnight; past 1440 it goes on into the next day. */
interface Shift {
  from: number;
  to: number;
  holiday: string | null;
}

/** @param day days since 1970-01-01, as the calendar on the wall counts */
export function shiftOf({ schedules, holidays }: Calendar, day: number): Shift {
  const date = new Date(day * DAY_MS);
  const iso = date.toISOString().slice(0, 10);
  const found =
    holidays.find((one) => !one.yearly && holidayKey(one) === iso) ??
    holidays.find((one) => one.yearly && holidayKey(one) === iso.slice(5));
  const weekday = WEEKDAYS[(date.getUTCDay() + 6) % 7];
  const row = found ?? schedules.find(({ weekdayEn }) => weekdayEn === weekday);
  const holiday = found?.name ?? null;
  if (!row || row.startTime === '' || row.endTime === '') return { from: 0, to: DAY_MINUTES, holiday };
  const [from, end] = [minuteOf(row.startTime), minuteOf(row.endTime)];
  return { from, to: end < from ? end + DAY_MINUTES : end, holiday };
}

function nextOpening(calendar: Calendar, { day, minute }: WallClock): Date | null {
  for (let ahead = 0; ahead <= LOOK_AHEAD_DAYS; ahead += 1) {
    const { from, to } = shiftOf(calendar, day + ahead);
    if (from < to && (ahead > 0 || from > minute)) return instantOf(day + ahead, from, calendar.timezone);
  }
  return null;
}

/** @param first the day whose shift is open; another that begins before it ends goes on with it */
function endOf(calendar: Calendar, first: number): Date | null {
  let end = first * DAY_MINUTES + shiftOf(calendar, first).to;
  for (let ahead = 0; ahead <= LOOK_AHEAD_DAYS; ahead += 1) {
    const day = Math.floor(end / DAY_MINUTES);
    const { from, to } = shiftOf(calendar, day);
    const begins = day * DAY_MINUTES + from;
    if (from >= to || begins > end || day * DAY_MINUTES + to <= end)
      return instantOf(day, end - day * DAY_MINUTES, calendar.timezone);
    end = day * DAY_MINUTES + to;
  }
  return null;
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
