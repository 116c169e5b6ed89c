/**
 * Whole days until the last day of a trial, a begun one counted: on that day 0, never less.
 *
 * @param last YYYY-MM-DD
 * @param timeZone whose calendar counts: the company's, wherever the person sits
 */
export function trialDays(last: string, now: Date, timeZone: string): number {
  // Swedish writes YYYY-MM-DD, which reads as midnight in Greenwich: only the distance matters.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
  return Math.max(0, Math.ceil((Date.parse(last) - Date.parse(today)) / 86_400_000));
}
