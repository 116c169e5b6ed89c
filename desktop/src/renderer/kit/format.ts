import type { Currency } from '@balcao/shared/money/currency.ts';
import { formatAmount, formatMoney } from '@balcao/shared/money/money.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { DAY_STYLES, LOCALES } from '@balcao/shared/time/dates.ts';
import { serverNow } from './server-now.ts';
import { useTexts } from './use-texts.ts';

export interface Format {
  /** HH:mm */
  time(instant: string): string;
  /** dd/MM/yyyy; in English Nov 23, 2026. */
  date(instant: string): string;
  /** The date of a day of the calendar (YYYY-MM-DD), which is the same in every zone. */
  calendarDay(day: string): string;
  /** The month of a day of the calendar (YYYY-MM-DD): December 2026. */
  calendarMonth(day: string): string;
  /** The date on the calendar of a zone: a due date ends at its own midnight, wherever one reads it. */
  dateIn(instant: string, timeZone: string): string;
  /** HH:mm today, the date before: the time on a list item. */
  timeOrDate(instant: string, now?: Date): string;
  /** HH:mm today, else date and HH:mm: what is going to happen. */
  moment(instant: string, now?: Date): string;
  /** The date and HH:mm on the clocks of a zone. */
  momentIn(instant: string, timeZone: string): string;
  /** The weekday and HH:mm on the clocks of a zone: what changes within days. */
  weekMoment(instant: string, timeZone: string): string;
  /** Today, yesterday, or the written-out day: the separators of a conversation. */
  day(instant: string, words: { today: string; yesterday: string }, now?: Date): string;
  number(value: number): string;
  /** The largest whole unit of a time: "5 min", "2 hours", "3 days". */
  duration(minutes: number, how: 'narrow' | 'long'): string;
  /** R$ 99,00. */
  money(cents: number, currency: Currency): string;
  /** The same of thousandths, in whatever currency somebody outside has written; empty: none. */
  amount(thousandths: number, currency: string): string;
  /** The name of a currency. */
  currency(code: Currency): string;
  /** R$ */
  currencySign(code: Currency): string;
  /** The name of a country, by ISO 3166. */
  country(code: string): string;
  /** The name of a language, by ISO 639. */
  language(code: string): string;
}

/** Calendar day of an instant in this computer's zone, as a key that can be compared. */
export const dayKey = (instant: string | Date): string => {
  const date = new Date(instant);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
};

const DAY_MINUTES = 24 * 60;

export function createFormat(language: Language): Format {
  const locale = LOCALES[language];
  const dayStyle = DAY_STYLES[language];
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const date = new Intl.DateTimeFormat(locale, dayStyle);
  const longDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const longDayYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  const number = new Intl.NumberFormat(locale);
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  const currencies = new Intl.DisplayNames(locale, { type: 'currency' });

  const unitsOf = (unitDisplay: 'narrow' | 'long') => {
    const of = (unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay });
    return { minute: of('minute'), hour: of('hour'), day: of('day') };
  };
  const durations = { narrow: unitsOf('narrow'), long: unitsOf('long') };

  const zones = new Map<string, Record<'day' | 'clock', Intl.DateTimeFormat>>();
  const zoneOf = (timeZone: string) => {
    const day = new Intl.DateTimeFormat(locale, { ...dayStyle, timeZone });
    const clock = new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    zones.set(timeZone, { day, clock });
    return { day, clock };
  };

  const isToday = (instant: string, now: Date) => dayKey(instant) === dayKey(now);

  return {
    time: (instant) => time.format(new Date(instant)),
    date: (instant) => date.format(new Date(instant)),
    // Noon belongs to the same day everywhere.
    calendarDay: (day) => date.format(new Date(`${day}T12:00:00`)),
    calendarMonth: (day) => month.format(new Date(`${day}T12:00:00`)),
    dateIn: (instant, timeZone) =>
      new Intl.DateTimeFormat(locale, { ...dayStyle, timeZone }).format(new Date(instant)),
    momentIn(instant, timeZone) {
      const { day, clock } = zones.get(timeZone) ?? zoneOf(timeZone);
      const at = new Date(instant);
      return `${day.format(at)} ${clock.format(at)}`;
    },
    timeOrDate: (instant, now = serverNow()) =>
      (isToday(instant, now) ? time : date).format(new Date(instant)),
    moment: (instant, now = serverNow()) => {
      const at = new Date(instant);
      return isToday(instant, now) ? time.format(at) : `${date.format(at)} ${time.format(at)}`;
    },
    weekMoment: (instant, timeZone) =>
      new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone,
      }).format(new Date(instant)),
    day(instant, words, now = serverNow()) {
      if (isToday(instant, now)) return words.today;
      const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
      if (dayKey(instant) === dayKey(yesterday)) return words.yesterday;
      const when = new Date(instant);
      return (when.getFullYear() === now.getFullYear() ? longDay : longDayYear).format(when);
    },
    number: (value) => number.format(value),
    duration(minutes, how) {
      const [unit, count] = largestUnit(minutes);
      return durations[how][unit].format(Math.floor(count));
    },
    money: (cents, code) => formatMoney(cents, code, language),
    amount: (thousandths, code) => formatAmount(thousandths, code, language),
    currency: (code) => currencies.of(code) ?? code,
    currencySign: (currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? currency,
    country: (code) => countries.of(code) ?? code,
    language: (code) => languages.of(code) ?? code,
  };
}

function largestUnit(minutes: number): ['day' | 'hour' | 'minute', number] {
  if (minutes >= DAY_MINUTES) return ['day', minutes / DAY_MINUTES];
  return minutes >= 60 ? ['hour', minutes / 60] : ['minute', minutes];
}

export function useFormat(): Format {
  const { i18n } = useTexts();
  const language = i18n.language as Language;
  const known = formats.get(language) ?? createFormat(language);
  formats.set(language, known);
  return known;
}

/** Making one costs more than drawing a row. */
const formats = new Map<Language, Format>();
