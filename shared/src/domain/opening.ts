import { type BusinessHours, WEEKDAYS } from './business-hours.ts';
import { type Holiday, holidayKey } from './holidays.ts';

export interface Opening {
  isOpen: boolean;
  /** The name of the holiday that decides; null when the weekly hours do. */
  holiday: string | null;
  /** While closed: when it opens next; null when it does not within two weeks. */
  opensAt: Date | null;
  /** While open: when it closes next; null when it does not within two weeks. */
  closesAt: Date | null;
}

interface Calendar {
  schedules: BusinessHours;
  holidays: readonly Holiday[];
  /** IANA name: whose clocks the hours are read from. */
  timezone: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;
const LOOK_AHEAD_DAYS = 14;

/**
 * Whether a company or queue is open. Hours are what the clock on the wall shows, so a change of the clocks needs no rule:
 * an hour that comes twice is open twice. A shift belongs to the day on which it begins, also when the next is a holiday.
 */
export function openingAt(calendar: Calendar, at: Date): Opening {
  const wall = wallClock(at, calendar.timezone);
  const today = shiftOf(calendar, wall.day);
  const yesterday = shiftOf(calendar, wall.day - 1);
  const fromYesterday = yesterday.to > DAY_MINUTES && wall.minute + DAY_MINUTES < yesterday.to;
  const isOpen = fromYesterday || (today.from <= wall.minute && wall.minute < today.to);
  const { holiday } = fromYesterday ? yesterday : today;
  const opensAt = isOpen ? null : nextOpening(calendar, wall);
  const closesAt = isOpen ? endOf(calendar, fromYesterday ? wall.day - 1 : wall.day) : null;
  return { isOpen, holiday, opensAt, closesAt };
}

/** From when to when a day is open, in minutes after its midnight; past 1440 it goes on into the next day. */
interface Shift {
  from: number;
  to: number;
  holiday: string | null;
}

/** @param day days since 1970-01-01, as the calendar on the wall counts */
function shiftOf({ schedules, holidays }: Calendar, day: number): Shift {
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

function nextOpening(calendar: Calendar, { day, minute }: Wall): Date | null {
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

interface Wall {
  day: number;
  minute: number;
}

/** Making one costs more than all else here. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function wallClock(at: Date, timezone: string): Wall {
  const ms = wallMs(at, timezone);
  const day = Math.floor(ms / DAY_MS);
  return { day, minute: Math.floor((ms - day * DAY_MS) / MINUTE_MS) };
}

/** What the wall shows, as if it were UTC. */
function wallMs(at: Date, timezone: string): number {
  const clock = clocks.get(timezone) ?? newClock(timezone);
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

function newClock(timezone: string): Intl.DateTimeFormat {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timezone, clock);
  return clock;
}

/** The first instant at which the wall shows it; where the clocks skip it, that of the skip. */
function instantOf(day: number, minute: number, timezone: string): Date {
  const wanted = day * DAY_MS + minute * MINUTE_MS;
  const offsetAt = (ms: number) => wallMs(new Date(ms), timezone) - ms;
  const offsets = [offsetAt(wanted - DAY_MS), offsetAt(wanted + DAY_MS)];
  const candidates = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  const exact = candidates.find((ms) => wallMs(new Date(ms), timezone) === wanted);
  return new Date(exact ?? skipBetween(candidates, wanted, timezone));
}

/** Clocks skip at a whole minute. */
function skipBetween([before = 0, after = 0]: number[], wanted: number, timezone: string): number {
  let [early, late] = [before, after];
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS;
    if (wallMs(new Date(middle), timezone) < wanted) early = middle;
    else late = middle;
  }
  return late;
}
