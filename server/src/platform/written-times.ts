import type { Language } from '@balcao/shared/text/languages.ts';
import { DAY_STYLES, LOCALES } from '@balcao/shared/time/dates.ts';

export type WriteTime = (at: Date) => string;

/** Writes instants as people of that language do, to the second, in a time zone. */
export function createTimes({ language, timezone }: { language: Language; timezone: string }): WriteTime {
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    ...DAY_STYLES[language],
    ...clock,
    timeZone: timezone,
  });
  return (at) => format.format(at);
}
