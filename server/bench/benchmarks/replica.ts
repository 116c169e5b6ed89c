import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { rebuild } from '../../src/modules/dashboard/counters.repo.ts';
import type { Tx } from '../../src/platform/db/client.ts';
import { startLeaderAndStandby } from '../../test/standby.ts';
import { startApi } from '../api.ts';
import type { Benchmark } from '../figure.ts';
import { measure } from '../measure.ts';
import { RARE_WORD, seedCompany } from '../seed.ts';

const ASKED = ['/dashboard?days=30', `/messages/search?searchParam=${RARE_WORD}`];

/** What a replica takes off the leader when people look at figures and search. */
export const replica: Benchmark = {
  name: 'replica',
  async run(context) {
    const dir = join(context.dir, 'replica');
    await mkdir(dir);
    // Started by root, PostgreSQL runs as another user, who must reach its folder.
    await chmod(dir, 0o755);
    const { leader, standby } = await startLeaderAndStandby(dir);
    const admin = postgres(leader.url, { max: 50, onnotice: () => {} });
    const company = await seedCompany(admin, context.quick ? 2_000 : 20_000);
    await admin.begin((tx) => rebuild(tx as unknown as Tx, company.companyId));
    await hasAll(admin);
    const main = await postmasterOf(join(dir, 'leader', 'postgres'));
    const rounds = context.quick ? 100 : 500;

    const askFrom = async (env: Record<string, string>) => {
      const api = await startApi(context, { url: leader.url, admin }, undefined, env);
      const token = await api.signIn({ companyId: company.companyId, userId: company.admin.id });
      const ask = (index: number) => api.get(ASKED[index % ASKED.length]!, token);
      await measure(rounds / 10, 4, ask);
      const before = await cpuMs(main);
      const { p50 } = await measure(rounds, 4, ask);
      const spent = ((await cpuMs(main)) - before) / rounds;
      await api.stop();
      return { p50, spent };
    };
    const alone = await askFrom({});
    const helped = await askFrom({ DATABASE_REPLICA_URL: standby.url });
    await admin.end({ timeout: 1 });
    await standby.stop();
    await leader.stop();
    const floor = (value: number) => ({ what: 'without a replica', value });
    return [
      {
        name: 'a dashboard or a search, processor of the leader',
        value: helped.spent,
        unit: 'ms',
        floor: floor(alone.spent),
        target: { ratioAtMost: 0.5 },
      },
      { name: 'the same, p50, four under way', value: helped.p50, unit: 'ms', floor: floor(alone.p50) },
    ];
  },
};

/** Until the standby has replayed what was seeded. */
async function hasAll(admin: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await admin<{ isBehind: boolean }[]>`
      select replay_lsn < pg_current_wal_lsn() as "isBehind" from pg_stat_replication`;
    if (row?.isBehind === false) return;
    await sleep(100);
  }
}

async function postmasterOf(dataDir: string): Promise<string> {
  const [pid = ''] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n');
  return pid;
}

/** Processor time of all processes of a PostgreSQL, in milliseconds. */
async function cpuMs(postmaster: string): Promise<number> {
  let hundredths = 0;
  for (const pid of await readdir('/proc')) {
    const stat = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') : '';
    // After the name, which may hold spaces: the parent is the second, utime and stime are the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[1] === postmaster) hundredths += Number(fields[11]) + Number(fields[12]);
  }
  return hundredths * 10;
}
