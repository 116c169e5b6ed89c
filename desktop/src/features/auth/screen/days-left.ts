/**
 * Whole days until an instant's calendar day, never negative: today is 0.
 *
 * @param until the last moment of the due date
 * @param timeZone whose calendar counts: the company's, wherever the person sits
 */
export function daysLeft(until: string, now: Date, timeZone: string): number {
  // Swedish writes YYYY-MM-DD, which reads as midnight in Greenwich: only the distance matters.
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone });
  const day = (date: Date) => Date.parse(calendar.format(date));
  return Math.max(0, Math.round((day(new Date(until)) - day(now)) / 86_400_000));
}
