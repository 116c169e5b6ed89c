import { sendTimeOf } from '../../../renderer/kit/send-time.ts';

const MINUTE_MS = 60_000;
const later = (minutes: number) => (now: Date) => new Date(now.getTime() + minutes * MINUTE_MS);

/** The usual pauses. */
export const AWAY_TIMES = {
  minutes15: later(15),
  minutes30: later(30),
  hour: later(60),
  tomorrow: (now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8),
} as const;

/** What the fields of another time begin with. */
export const otherTime = (now: Date) => sendTimeOf(later(120)(now));
