import { byUrgency, type Finding } from '@balcao/shared/features/system/findings.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/client.ts';
import { listAlive } from '../../platform/processes.ts';
import { CHECKS } from './checks.ts';
import { type Down, listDown } from './down-connections.repo.ts';
import { readInstallation } from './installation.repo.ts';

interface Around {
  config: Pick<Config, 'publicUrl' | 'backup' | 'bucket'>;
  /** The newest console that consoles can fetch; null: none. */
  published: string | null;
  /** Of this process. */
  now: Date;
}

/** Whether anybody waits for the installation: what the checks have found, the most urgent first. */
export async function readHealth(tx: Tx, around: Around): Promise<{ findings: Finding[]; down: Down }> {
  const [installation, down, processes] = await Promise.all([
    readInstallation(tx),
    listDown(tx),
    listAlive(tx),
  ]);
  const place = { tx, installation, down, processes, ...around };
  const found = await Promise.all(CHECKS.map((check) => check(place)));
  return { findings: byUrgency(found.flat()), down };
}
