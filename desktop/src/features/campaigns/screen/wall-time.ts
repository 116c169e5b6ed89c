import { instantOfText } from '@balcao/shared/time/wall-clock.ts';
import type { SendTime } from '../../../renderer/kit/send-time.ts';

/** A moment as the fields of a form hold it, on the clocks of a company: whoever plans may sit in another zone. */
export const NO_TIME: SendTime = { day: null, time: '' };

export const isBlank = ({ day, time }: SendTime): boolean => day === null && time === '';

/** Null while one of the two is missing or is none. */
export const instantOfWall = ({ day, time }: SendTime, timezone: string): string | null =>
  instantOfText(`${day} ${time}`, timezone)?.toISOString() ?? null;

export function wallTimeOf(instant: string, timezone: string): SendTime {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(instant));
  const [day = null, time = ''] = shown.split(' ');
  return { day, time };
}

/** Whether clocks here show another time than those of the company at that moment. */
export function differsHere(timezone: string, at: Date): boolean {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [theirs, ours] = [timezone, here].map((zone) => wallTimeOf(at.toISOString(), zone));
  return theirs?.day !== ours?.day || theirs?.time !== ours?.time;
}
