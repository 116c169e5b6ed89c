import { QUICK_TIMES, type SendTime, sendTimeOf } from '../../../../renderer/kit/send-time.ts';

const LATER_MS = 3 * 3_600_000;

export interface SnoozeChoice {
  name: 'later' | 'tomorrow' | 'monday';
  time: SendTime;
}

/** What is offered at this moment, on this computer's calendar; none of them twice. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const later = sendTimeOf(new Date(now.getTime() + LATER_MS));
  const [tomorrow, monday] = [QUICK_TIMES.tomorrow(now), QUICK_TIMES.monday(now)];
  return [
    ...(later.day === sendTimeOf(now).day ? [{ name: 'later', time: later } as const] : []),
    { name: 'tomorrow', time: tomorrow },
    ...(monday.day === tomorrow.day ? [] : [{ name: 'monday', time: monday } as const]),
  ];
}
