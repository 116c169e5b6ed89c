import { connectedOf } from '../installation.repo.ts';
import { type Check, found } from './check.ts';

/** Numbers that people want to be connected. One that waits for a phone's camera waits for its people, not for us. */
export const numbers: Check = ({ installation, down: { total, since } }) => {
  const { connected, wanted } = connectedOf(installation);
  if (since === null) return [found('numbersConnected', { count: connected })];
  return [found('numbersDown', { count: total, most: wanted, since: since.toISOString() })];
};
