import { type Check, found, isLonger } from './check.ts';

/** A large file may take a minute; what waits for longer on a number that is connected waits for us. */
const LATE_S = 120;

export const outbox: Check = ({ installation: { outbox: waiting, now } }) => {
  const { count, since } = waiting.connected ?? { count: 0, since: null };
  if (!isLonger(since, now, LATE_S)) return [found('outboxEmpty')];
  return [found('outboxWaits', { count, since: since.toISOString() })];
};
