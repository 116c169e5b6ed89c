import { WEEKDAYS } from '../../time/business-hours.ts';
import type { NotificationSettings } from './notification-settings.ts';

/** Why nothing may disturb the person at this moment; null: something may. `now` in this computer's own time zone. */
export function silenceOf(settings: NotificationSettings, now: Date): 'paused' | 'quietHours' | null {
  const { pausedUntil, quietHours } = settings;
  if (pausedUntil === 'switchedOff') return 'paused';
  if (pausedUntil !== null && now.getTime() < Date.parse(pausedUntil)) return 'paused';
  return quietHours.enabled && isQuiet(quietHours, now) ? 'quietHours' : null;
}

/** Equal ends are the whole day. */
function isQuiet({ from, to, days }: NotificationSettings['quietHours'], now: Date): boolean {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  const minute = now.getHours() * 60 + now.getMinutes();
  const began = (daysAgo: number) => {
    const day = WEEKDAYS[(now.getDay() + 6 - daysAgo + 7) % 7];
    return day !== undefined && days.includes(day);
  };
  if (start < end) return began(0) && minute >= start && minute < end;
  return (began(0) && minute >= start) || (began(1) && minute < end);
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
