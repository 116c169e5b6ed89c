import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { showBackups } from '@balcao/shared/features/system/calls.ts';
import type { Tx } from '../platform/db/client.ts';
import { lastGood, list } from './backups.repo.ts';
import type { BackupConfig } from './settings.ts';

const SHOWN = 20;
const HOUR_MS = 3_600_000;

/** How backups go, for whoever looks after the server. */
export async function stateOfBackups(
  tx: Tx,
  config: BackupConfig | null,
  now: Date,
): Promise<RouteOutput<typeof showBackups>> {
  const [good, tried, rows] = [
    await lastGood(tx, 'backup'),
    await lastGood(tx, 'trial'),
    await list(tx, SHOWN),
  ];
  const isOld = !good || now.getTime() - good.getTime() > (config?.maxAgeHours ?? 0) * HOUR_MS;
  return {
    configured: config !== null,
    lastGoodAt: good?.toISOString() ?? null,
    lastTriedAt: tried?.toISOString() ?? null,
    maxAgeHours: config?.maxAgeHours ?? null,
    late: config !== null && isOld,
    list: rows.map((row) => ({
      ...row,
      beganAt: row.beganAt.toISOString(),
      at: row.at?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
    })),
  };
}
