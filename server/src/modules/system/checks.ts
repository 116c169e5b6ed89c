import { backups } from './checks/backups.ts';
import { calls } from './checks/calls.ts';
import { certificate } from './checks/certificate.ts';
import type { Check } from './checks/check.ts';
import { clock } from './checks/clock.ts';
import { consoles } from './checks/consoles.ts';
import { database } from './checks/database.ts';
import { disk } from './checks/disk.ts';
import { held } from './checks/held.ts';
import { intake } from './checks/intake.ts';
import { jobs } from './checks/jobs.ts';
import { machines } from './checks/machines.ts';
import { numbers } from './checks/numbers.ts';
import { outbox } from './checks/outbox.ts';

/**
 * All that is looked at. A further check is a file, its line here, its findings in `shared/src/features/system/findings.ts`
 * and their sentences in the texts beside that.
 */
export const CHECKS: readonly Check[] = [
  numbers,
  outbox,
  held,
  intake,
  calls,
  machines,
  database,
  disk,
  backups,
  jobs,
  certificate,
  clock,
  consoles,
];
