/** The instant (ms) at which a day of this computer's calendar begins, or one so many days later. */
export function dayStart(day: string, daysLater = 0): number {
  const start = new Date(`${day}T00:00:00`);
  return start.setDate(start.getDate() + daysLater);
}
