import type { Facts, Finding, FindingName } from '@balcao/shared/features/system/findings.ts';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../platform/db/client.ts';
import type { LivingProcess } from '../../../platform/processes.ts';
import type { Down } from '../down-connections.repo.ts';
import type { Installation } from '../installation.repo.ts';

/** What checks look at; most need nothing but what was read for all of them. */
interface Place {
  tx: Tx;
  installation: Installation;
  down: Down;
  processes: readonly LivingProcess[];
  config: Pick<Config, 'publicUrl' | 'backup' | 'bucket'>;
  /** The newest console that consoles can fetch; null: none. */
  published: string | null;
  /** Of this process. */
  now: Date;
}

/** Looks at one thing: at least one finding. */
export type Check = (place: Place) => Promise<Finding[]> | Finding[];

export const found = (name: FindingName, facts: Facts = {}): Finding => ({ name, facts });

/** Whether something has been so for longer. */
export const isLonger = (since: Date | null, now: Date, seconds: number): since is Date =>
  since !== null && now.getTime() - since.getTime() > 1_000 * seconds;
