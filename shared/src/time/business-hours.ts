import { z } from 'zod';

/**
 * One row for each weekday. A row with an empty start or end is open all day, start equal to end is closed all day, an
 * end before the start goes over midnight. The words are those of the public API.
 */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** HH:MM, or empty. */
export const timeOfDay = z.union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)]);

export const businessHours = z
  .array(
    z.object({
      /** The name shown when it was saved; `weekdayEn` decides. */
      weekday: z
        .string()
        .max(40)
        .overwrite((name) => name.toWellFormed()),
      weekdayEn: z.enum(WEEKDAYS),
      startTime: timeOfDay,
      endTime: timeOfDay,
    }),
  )
  .length(WEEKDAYS.length)
  .refine((rows) => new Set(rows.map((row) => row.weekdayEn)).size === WEEKDAYS.length);
export type BusinessHours = z.output<typeof businessHours>;

const row = (weekdayEn: (typeof WEEKDAYS)[number], weekday: string, startTime: string, endTime: string) => ({
  weekday,
  weekdayEn,
  startTime,
  endTime,
});

export const DEFAULT_BUSINESS_HOURS: BusinessHours = [
  row('monday', 'Segunda-feira', '08:00', '18:00'),
  row('tuesday', 'Terça-feira', '08:00', '18:00'),
  row('wednesday', 'Quarta-feira', '08:00', '18:00'),
  row('thursday', 'Quinta-feira', '08:00', '18:00'),
  row('friday', 'Sexta-feira', '08:00', '18:00'),
  row('saturday', 'Sábado', '08:00', '12:00'),
  row('sunday', 'Domingo', '00:00', '00:00'),
];

/**
 * Names of time zones that this program knows, with their region: what abbreviations and offsets mean differs between
 * programs. PostgreSQL has the last word.
 */
export const timezone = z
  .string()
  .max(60)
  .regex(/^(UTC|[a-z]+(\/[\w+-]+)+)$/i)
  .refine(isTimezone);

function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
