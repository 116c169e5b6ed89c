import {
  type BusinessHours,
  businessHours,
  DEFAULT_BUSINESS_HOURS,
} from '@balcao/shared/time/business-hours.ts';
import { json } from './values.ts';

interface Day {
  startTime: string;
  endTime: string;
}

const CLOSED: Day = { startTime: '00:00', endTime: '00:00' };

/**
 * Hours as they stand there, in one of three forms: a beginning and an end for each weekday, two shifts, or rules by
 * weekday. Null: none that we could keep. A break at noon is not kept.
 */
export function hoursOf(text: string | null | undefined): BusinessHours | null {
  const given = json(text);
  const days = Array.isArray(given) ? byRows(given) : byRules(given);
  if (days.size === 0) return null;
  const rows = DEFAULT_BUSINESS_HOURS.map(({ weekday, weekdayEn }) => ({
    weekday,
    weekdayEn,
    ...(days.get(weekdayEn) ?? CLOSED),
  }));
  return businessHours.safeParse(rows).data ?? null;
}

function byRows(rows: readonly unknown[]): Map<string, Day> {
  const days = new Map<string, Day>();
  for (const row of rows) {
    const field = (name: string) => String((row as Record<string, unknown> | null)?.[name] ?? '');
    const startTime = field('startTime') || field('startTimeA') || field('startTimeB');
    const endTime = field('endTime') || field('endTimeB') || field('endTimeA');
    if (startTime && endTime) days.set(field('weekdayEn').toLowerCase(), { startTime, endTime });
  }
  return days;
}

const SHORT = {
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
};

interface Rules {
  weeklyRules?: { days?: unknown[]; hours?: { from?: string; to?: string }[] }[];
}

function byRules(given: unknown): Map<string, Day> {
  const days = new Map<string, Day>();
  const rules = (given as Rules | null)?.weeklyRules;
  for (const rule of Array.isArray(rules) ? rules : []) {
    const [startTime, endTime] = [rule?.hours?.at?.(0)?.from, rule?.hours?.at?.(-1)?.to];
    for (const day of Array.isArray(rule?.days) ? rule.days : [])
      if (startTime && endTime)
        days.set(SHORT[String(day) as keyof typeof SHORT] ?? '', { startTime, endTime });
  }
  return days;
}

/** The timezone of hours that name one. */
export const timezoneOf = (text: string | null | undefined): string | null => {
  const zone = (json(text) as { timezone?: unknown } | null)?.timezone;
  return typeof zone === 'string' ? zone : null;
};
