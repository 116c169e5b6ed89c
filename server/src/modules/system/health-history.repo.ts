import type { HealthMoment } from '@balcao/shared/features/system/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { listAlive } from '../../platform/processes.ts';
import { connectedOf, intakeOf, readInstallation } from './installation.repo.ts';

const STEP_MINUTES = 5;
const SHOWN_HOURS = 24;

/** Writes down how it is in this minute, once. */
export async function noteMoment(tx: Tx, at: Date): Promise<void> {
  const installation = await readInstallation(tx);
  const processes = await listAlive(tx);
  const { connected, wanted } = connectedOf(installation);
  const ageOf = (since: Date | null | undefined) =>
    since ? Math.max(0, Math.round((installation.now.getTime() - since.getTime()) / 1_000)) : 0;
  const consoles = processes.reduce((total, process) => total + (process.consoles ?? 0), 0);
  await tx`
    insert into health_moments (at, connected, wanted, unsent_seconds, unstored_seconds, consoles)
    values (date_trunc('minute', ${at}::timestamptz), ${connected}, ${wanted},
      ${ageOf(installation.outbox.connected?.since)}, ${ageOf(intakeOf(installation).since)}, ${consoles})
    on conflict (at) do nothing`;
}

/** The last day, of each five minutes the worst, oldest first. */
export async function listMoments(tx: Tx): Promise<HealthMoment[]> {
  const rows = await tx<(Omit<HealthMoment, 'at'> & { at: Date })[]>`
    select date_bin(${STEP_MINUTES} * interval '1 minute', at, 'epoch') as at,
      min(connected) as connected, max(wanted) as wanted, max(unsent_seconds) as unsent_seconds,
      max(unstored_seconds) as unstored_seconds, max(consoles) as consoles
    from health_moments where at > now() - ${SHOWN_HOURS} * interval '1 hour' group by 1 order by 1`;
  return rows.map(({ at, ...moment }) => ({ at: at.toISOString(), ...moment }));
}
