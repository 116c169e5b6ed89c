import { type Check, found, isLonger } from './check.ts';

/** One call may take a minute, and a ticket has them one after the other. */
const LATE_S = 180;

/** What integrations, AIs and webhooks are to be asked or told. */
export const calls: Check = ({ installation: { calls: waiting, now } }) => {
  const { count, since } = waiting;
  if (!isLonger(since, now, LATE_S)) return [found('callsOnTime')];
  return [found('callsLate', { count, since: since.toISOString() })];
};
