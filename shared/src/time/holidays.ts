import { z } from 'zod';
import { MAX_HOLIDAYS, NAME } from '../constants.ts';
import { timeOfDay } from './business-hours.ts';

/**
 * A day that the weekly hours do not decide, of the whole company and of each of its queues. Start equal to end is closed
 * all day, an empty start or end open all day, an end before the start goes over midnight: as in the weekly rows. One that
 * returns every year on 29 February exists in leap years only.
 */
export const holiday = z.object({
  name: z.string().trim().min(NAME.min).max(NAME.max),
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .pipe(z.iso.date()),
  yearly: z.boolean(),
  startTime: timeOfDay,
  endTime: timeOfDay,
});
export type Holiday = z.output<typeof holiday>;

/** What a day is known by: two of the same would contradict each other. */
export const holidayKey = ({ date, yearly }: Pick<Holiday, 'date' | 'yearly'>): string =>
  yearly ? date.slice(5) : date;

export const holidays = z
  .array(holiday)
  .max(MAX_HOLIDAYS)
  .refine((days) => new Set(days.map(holidayKey)).size === days.length);
