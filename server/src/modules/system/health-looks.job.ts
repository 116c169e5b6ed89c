import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { seeCertificate } from './certificate.ts';
import { noteMoment } from './health-history.repo.ts';
import { seePackage } from './package-version.ts';
import { seeBucket } from './seen-bucket.ts';

interface Look {
  everyMinutes: number;
  /** Looks outside of the database first. @returns what it has seen */
  see(): Promise<object>;
  /** Writes down what only the database knows. */
  write?(tx: Tx, at: Date): Promise<void>;
}

interface DueLook {
  companyId: null;
  id: string;
}

const MINUTE_MS = 60_000;

/** What is written down for operators, each from time to time. */
export function healthLooks(deps: {
  db: Database;
  config: Pick<Config, 'publicUrl' | 'bucket'>;
}): Job<DueLook> {
  const { db, config } = deps;
  const looks: Record<string, Look> = {
    /** For the drawings of the last day. */
    minute: { everyMinutes: 1, see: async () => ({}), write: noteMoment },
    /** It may be renewed at any time, or not be. */
    certificate: {
      everyMinutes: 60,
      see: async () =>
        config.publicUrl?.startsWith('https:') ? seeCertificate(new URL(config.publicUrl)) : {},
    },
    /** Backups leave its files to it. */
    bucket: { everyMinutes: 60, see: async () => (config.bucket ? seeBucket(config.bucket) : {}) },
    /** A later one may come to the repository at any time. */
    package: { everyMinutes: 60, see: seePackage },
  };
  return {
    name: 'health looks',
    schedule: '0 * * * * *',
    processes: 'one',
    async due(now) {
      const rows = await db.asSystem(
        (tx) => tx<{ name: string; at: Date }[]>`select name, at from health_looks`,
      );
      const seenAt = new Map(rows.map(({ name, at }) => [name, at.getTime()]));
      const isDue = ([id, { everyMinutes }]: [string, Look]) =>
        (seenAt.get(id) ?? 0) + everyMinutes * MINUTE_MS <= now.getTime();
      return Object.entries(looks)
        .filter(isDue)
        .map(([id]) => ({ companyId: null, id }));
    },
    async take({ id }, clock) {
      const look = looks[id];
      if (!look) return;
      const found = await look.see();
      const at = clock();
      await db.asSystem(async (tx) => {
        await look.write?.(tx, at);
        // To the minute: a look that was a moment late does not make the next one late.
        await tx`
          insert into health_looks (name, found, at)
          values (${id}, ${JSON.stringify(found)}::text::jsonb, date_trunc('minute', ${at}::timestamptz))
          on conflict (name) do update set found = excluded.found, at = excluded.at`;
      });
    },
  };
}
