import * as meanings from '../../knowledge/meanings.service.ts';
import { type Check, found, isLonger } from './check.ts';

/** One call may take a minute, and a ticket has them one after the other. */
const LATE_S = 180;

/** What integrations, AIs and webhooks are to be asked or told, and AIs that do not say what articles mean. */
export const calls: Check = async ({ tx, installation: { calls: waiting, now } }) => {
  const { count, since } = waiting;
  const faults = await meanings.findFaults(tx);
  const wrong = [
    ...(isLonger(since, now, LATE_S) ? [found('callsLate', { count, since: since.toISOString() })] : []),
    ...(faults.since
      ? [found('meaningsFail', { since: faults.since.toISOString(), name: faults.names.join(', ') })]
      : []),
  ];
  return wrong.length > 0 ? wrong : [found('callsOnTime')];
};
