import { type LastTrial, lastHasDatabase, lastTrial } from '../../../backup/backups.repo.ts';
import { stateOfBackups } from '../../../backup/state.ts';
import { readEnd, waitsSince } from '../../../backup/wishes/wishes.repo.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { readBucket } from '../seen-bucket.ts';
import { type Check, found, isLonger } from './check.ts';

/** One is tried out every week; from here on two were missed. */
const MOST_TRIAL_S = 15 * 24 * 3_600;
/** Lines are written within seconds. */
const MOST_WISH_S = 600;

/** Whether there is a good backup that is new enough and has all, whether one was tried out, and what is written beside it. */
export const backups: Check = async ({ tx, config, now }) => {
  const { configured, lastGoodAt, late } = await stateOfBackups(tx, config.backup, now);
  if (!configured) return [found('backupsNone')];
  if (lastGoodAt === null) return [found('backupsMissing')];
  const bucket = config.bucket && (await readBucket(tx, config.bucket.name));
  const wrong = [
    ...(late ? [found('backupsLate', { since: lastGoodAt })] : []),
    // One that somebody else copies is tried out there, and nobody here knows whether anybody does.
    ...((await lastHasDatabase(tx))
      ? wrongOf(await lastTrial(tx), now)
      : [found('backupsWithoutDatabase', { since: lastGoodAt })]),
    ...(await wishesOf(tx, now)),
    ...(bucket && !bucket.keepsVersions ? [found('backupsWithoutFiles', { name: bucket.name })] : []),
  ];
  return wrong.length > 0 ? wrong : [found('backupsGood', { since: lastGoodAt })];
};

/** What people have asked for, and no line says beside the backups. */
async function wishesOf(tx: Tx, now: Date) {
  const { failedSince, failure } = await readEnd(tx);
  if (isLonger(failedSince, now, MOST_WISH_S))
    return [found('wishesUnwritten', { since: failedSince.toISOString(), name: failure ?? '' })];
  const oldestAt = await waitsSince(tx);
  return isLonger(oldestAt, now, MOST_WISH_S) ? [found('wishesWait', { since: oldestAt.toISOString() })] : [];
}

function wrongOf(trial: LastTrial | undefined, now: Date) {
  if (!trial) return [found('backupsUntried')];
  const since = trial.endedAt.toISOString();
  if (trial.outcome === 'failed') return [found('backupsTrialFailed', { since })];
  return isLonger(trial.endedAt, now, MOST_TRIAL_S) ? [found('backupsTrialLate', { since })] : [];
}
