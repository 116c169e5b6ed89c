import { stateOfBackups } from '../../../backup/state.ts';
import { type Check, found } from './check.ts';

/** Whether there is a good backup that is new enough. */
export const backups: Check = async ({ tx, config, now }) => {
  const { configured, lastGoodAt, late } = await stateOfBackups(tx, config.backup, now);
  if (!configured) return [found('backupsNone')];
  if (lastGoodAt === null) return [found('backupsMissing')];
  return [found(late ? 'backupsLate' : 'backupsGood', { since: lastGoodAt })];
};
