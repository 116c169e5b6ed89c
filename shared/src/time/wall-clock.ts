const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
export const DAY_MINUTES = 1_440;

/** What a clock on the wall shows. */
export interface WallClock {
  /** Days since 1970-01-01, as the calendar beside it counts. */
  day: number;
  minute: number;
}

/** Making one costs more than all else here. */
const clocks = new Map<string, Intl.DateTimeFormat>();

export function wallClock(at: Date, timezone: string): WallClock {
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
export function instantOf(day: number, minute: number, timezone: string): Date {
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

/** A stretch of time in which the clocks are not changed: the wall is ahead of UTC by `offset`. All in ms. */
export interface SteadyTime {
  from: number;
  to: number;
  offset: number;
}

const LOOK_EVERY_MS = DAY_MS / 2;

/** The stretches between two instants. Nobody changes the clocks twice within half a day, nor between two minutes. */
export function steadyTimes(from: number, to: number, timezone: string): SteadyTime[] {
  const offsetAt = (ms: number) => wallMs(new Date(ms), timezone) - Math.floor(ms / 1_000) * 1_000;
  const found: SteadyTime[] = [];
  let current: SteadyTime = { from, to, offset: offsetAt(from) };
  for (let known = from; known < to; ) {
    const next = Math.min(known + LOOK_EVERY_MS, to);
    const offset = offsetAt(next);
    if (offset !== current.offset) {
      let [early, late] = [Math.floor(known / MINUTE_MS), Math.ceil(next / MINUTE_MS)];
      while (late - early > 1) {
        const middle = Math.floor((early + late) / 2);
        if (offsetAt(middle * MINUTE_MS) === current.offset) early = middle;
        else late = middle;
      }
      found.push({ ...current, to: late * MINUTE_MS });
      current = { from: late * MINUTE_MS, to, offset };
    }
    known = next;
  }
  return [...found, current];
}

const WALL_TEXT = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

/** The instant of `2026-11-28 09:00:00` on that wall; null for what no calendar or clock shows. */
export function instantOfText(text: string, timezone: string): Date | null {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '0'] =
    WALL_TEXT.exec(text) ?? [];
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isDate = new Date(midnight).toJSON()?.startsWith(`${year}-${month}-${day}`) === true;
  if (!isDate || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const at = instantOf(midnight / DAY_MS, Number(hour) * 60 + Number(minute), timezone);
  return new Date(at.getTime() + Number(second) * 1_000);
}
