import { intakeOf } from '../installation.repo.ts';
import { type Check, found, isLonger } from './check.ts';

/** What came is stored within moments. */
const LATE_S = 60;

export const intake: Check = ({ installation }) => {
  const { count, since } = intakeOf(installation);
  if (!isLonger(since, installation.now, LATE_S)) return [found('intakeEmpty')];
  return [found('intakeWaits', { count, since: since.toISOString() })];
};
