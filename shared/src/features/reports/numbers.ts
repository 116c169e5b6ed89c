import type { Language } from '../../text/languages.ts';
import { LOCALES } from '../../time/dates.ts';
import type { ReportFigures } from './calls.ts';
import type { Measure } from './measures.ts';

/** The numbers that a report shows, on the screen, on paper, in files and in mails: how each is read and written. */

/** Counts, minutes, a rating from 1 to 3, or a share in percent. */
type NumberKind = 'count' | 'minutes' | 'rating' | 'share';

interface ReportNumber {
  kind: NumberKind;
  /** What a list shows that stands behind it. */
  measure: Measure;
  /** Null: of nothing. */
  of: (figures: ReportFigures) => number | null;
}

export const NUMBERS = {
  begun: { kind: 'count', measure: 'begun', of: ({ begun }) => begun },
  newContacts: { kind: 'count', measure: 'newContacts', of: ({ newContacts }) => newContacts },
  answered: { kind: 'count', measure: 'answered', of: ({ answered }) => answered.count },
  finished: { kind: 'count', measure: 'finished', of: ({ finished }) => finished.count },
  answerMedian: { kind: 'minutes', measure: 'answered', of: ({ answered }) => answered.median },
  answerP90: { kind: 'minutes', measure: 'answered', of: ({ answered }) => answered.p90 },
  finishMedian: { kind: 'minutes', measure: 'finished', of: ({ finished }) => finished.median },
  finishP90: { kind: 'minutes', measure: 'finished', of: ({ finished }) => finished.p90 },
  rating: { kind: 'rating', measure: 'rated', of: ({ rated }) => rated.average },
  kept: { kind: 'share', measure: 'met', of: ({ met, missed }) => shareOf(met, met + missed) },
  missed: { kind: 'count', measure: 'missed', of: ({ missed }) => missed },
} satisfies Record<string, ReportNumber>;
export type NumberName = keyof typeof NUMBERS;
export const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];

const shareOf = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : null);

/** How a number differs from the one before: in percent of it, in points of a share, or as it is. */
export interface Difference {
  value: number;
  unit: 'percent' | 'points' | 'plain';
}

/** Whether there is anything in them: of days before the first ticket there is nothing to compare with. */
export const hasWork = ({ begun, answered, finished, rated, met, missed }: ReportFigures): boolean =>
  begun + answered.count + finished.count + rated.count + met + missed > 0;

/** Null where one of the two is not there. */
export function differenceOf(name: NumberName, now: ReportFigures, before: ReportFigures): Difference | null {
  const { kind, of }: ReportNumber = NUMBERS[name];
  const [value, earlier] = [of(now), of(before)];
  if (value === null || earlier === null) return null;
  if (kind === 'share') return { value: value - earlier, unit: 'points' };
  // Of nothing there is no percentage.
  if (kind === 'rating' || earlier === 0) return { value: value - earlier, unit: 'plain' };
  return { value: ((value - earlier) / earlier) * 100, unit: 'percent' };
}

/** As people read it; a dash for nothing. */
export function writeNumber(name: NumberName, figures: ReportFigures, language: Language): string {
  const { kind, of }: ReportNumber = NUMBERS[name];
  const value = of(figures);
  if (value === null) return '–';
  if (kind === 'minutes') return writeMinutes(value, language);
  const number = new Intl.NumberFormat(LOCALES[language], {
    maximumFractionDigits: kind === 'rating' ? 2 : 0,
  });
  return kind === 'share' ? `${number.format(value)}%` : number.format(value);
}

/** Seconds, minutes, hours and minutes, or days and hours. */
export function writeMinutes(minutes: number, language: Language): string {
  const unit = (value: number, of: 'second' | 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit: of, unitDisplay: 'narrow' }).format(
      value,
    );
  const two = (large: number, of: 'day' | 'hour', small: number, then: 'hour' | 'minute') =>
    small === 0 ? unit(large, of) : `${unit(large, of)} ${unit(small, then)}`;
  if (minutes < 1) return unit(Math.round(minutes * 60), 'second');
  const whole = Math.round(minutes);
  if (whole < 60) return unit(whole, 'minute');
  const hours = Math.floor(whole / 60);
  if (hours < 48) return two(hours, 'hour', whole % 60, 'minute');
  return two(Math.floor(hours / 24), 'day', hours % 24, 'hour');
}

/** With its sign. @param points writes what is no percentage of a percentage */
export function writeDifference(
  { value, unit }: Difference,
  language: Language,
  points: (value: string) => string,
): string {
  const digits = unit === 'plain' ? 2 : 0;
  const text = new Intl.NumberFormat(LOCALES[language], {
    signDisplay: 'exceptZero',
    maximumFractionDigits: digits,
  }).format(value);
  if (unit === 'points') return points(text);
  return unit === 'percent' ? `${text}%` : text;
}

/** How many rows the list of a measure has. */
export function countOf(measure: Measure, { answered, finished, rated, ...counts }: ReportFigures): number {
  const { [measure]: of } = {
    ...counts,
    answered: answered.count,
    finished: finished.count,
    rated: rated.count,
  };
  return of;
}
