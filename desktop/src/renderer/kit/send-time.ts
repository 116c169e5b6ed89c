/** A moment as the two fields of the form hold it: on this computer's calendar and by its time zone. */
export interface SendTime {
  /** YYYY-MM-DD */
  day: string | null;
  /** HH:mm */
  time: string;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A day of this computer's calendar (YYYY-MM-DD). */
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

export const sendTimeOf = (date: Date): SendTime => ({
  day: dayOf(date),
  time: `${two(date.getHours())}:${two(date.getMinutes())}`,
});

/** Null while one of the two is missing or is none. */
export function instantOf({ day, time }: SendTime): string | null {
  const date = new Date(`${day}T${time}`);
  return day === null || time === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const at = (now: Date, days: number, hour: number) =>
  sendTimeOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour));

/** The most common choices, from now on. */
export const QUICK_TIMES = {
  inOneHour: (now: Date) => sendTimeOf(new Date(now.getTime() + 3_600_000)),
  tomorrow: (now: Date) => at(now, 1, 9),
  monday: (now: Date) => at(now, (8 - now.getDay()) % 7 || 7, 9),
} as const;
