import { execFileSync } from 'node:child_process';
import { chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, type Daemon, familyOf, startDaemon, startedFor } from './daemon.ts';
import type { Ways } from './ways.ts';

/** One PostgreSQL with its Patroni, as on a machine of its own. */
export interface DatabaseNode {
  name: string;
  /** Where others reach it. */
  address: Ways['address'];
  /** What its Patroni answers; null when it does not. */
  ask(path: string): Promise<{ ok: boolean; body: unknown } | null>;
  start(): void;
  /** The machine loses its power. */
  kill(): Promise<void>;
  /** PostgreSQL alone dies. */
  crash(): Promise<void>;
  /** Everything on it stands still. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Bytes from and to it vanish. */
  cut(): void;
  reconnect(): void;
  /** Its disk has no room left; false where this computer mounts no small one. */
  fill(): Promise<boolean>;
  free(): Promise<void>;
  log(): string;
  stop(): Promise<void>;
}

const ASK_MS = 2_000;
const DISK = '640m';

export interface NodeOptions {
  dir: string;
  name: string;
  account: Account;
  /** The text of `patroni.yml`. */
  config: string;
  ways: Ways;
  /** Starts the etcd of its machine; null: it has none. */
  beginEtcd: (() => Daemon) | null;
}

export async function createNode(options: NodeOptions): Promise<DatabaseNode> {
  const { name, account, ways } = options;
  const dir = join(options.dir, name);
  const disk = await mountDisk(dir, account);
  const { host, postgres, patroni } = ways.address;
  const file = join(options.dir, `${name}.yml`);
  await writeFile(
    file,
    options.config.replace(/unix_socket_directories: .*/, `unix_socket_directories: ${dir}`),
  );
  const env = {
    PATRONI_NAME: name,
    // Or it would ask etcd for other ways to it, past the one that is cut.
    PATRONI_ETCD_USE_PROXIES: 'true',
    PATRONI_ETCD_HOSTS: ways.etcd,
    PATRONI_RESTAPI_LISTEN: ways.listens.patroni,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${host}:${patroni}`,
    PATRONI_POSTGRESQL_LISTEN: ways.listens.postgres,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:${postgres}`,
    PATRONI_POSTGRESQL_DATA_DIR: join(dir, 'data'),
    PATRONI_POSTGRESQL_PGPASS: join(dir, 'pgpass'),
  };
  let daemon: Daemon | undefined;
  let etcd: Daemon | undefined;
  let frozen = new Set<number>();
  const postmaster = async () =>
    Number((await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0]);
  const everything = async () => {
    // PostgreSQL is nobody's child, and may not have written down yet that it runs.
    const roots = [etcd?.pid ?? 0, daemon?.pid ?? 0, ...(await startedFor(join(dir, 'data')))];
    return new Set((await Promise.all(roots.filter((pid) => pid > 0).map(familyOf))).flat());
  };
  /** @returns everything that stands still now */
  const freeze = async () => {
    const frozen = new Set<number>();
    // Parents first: whoever stands still starts no others.
    for (let isNew = true; isNew; ) {
      const told = [...(await everything())].filter((pid) => !frozen.has(pid));
      for (const pid of told) tell(pid, 'SIGSTOP');
      for (const pid of told) frozen.add(pid);
      isNew = told.length > 0;
    }
    return frozen;
  };
  const kill = async () => {
    for (const pid of await freeze()) tell(pid, 'SIGKILL');
    await Promise.all([daemon?.ended, etcd?.ended]);
  };

  return {
    name,
    address: ways.address,
    ask: (path) => ask(`http://${ways.listens.patroni}${path}`),
    start() {
      etcd = options.beginEtcd?.();
      daemon = startDaemon('/usr/bin/patroni', [file], account, { env, inside: ways.inside });
    },
    kill,
    async crash() {
      tell(await postmaster(), 'SIGKILL');
    },
    async freeze() {
      frozen = await freeze();
    },
    thaw() {
      for (const pid of frozen) tell(pid, 'SIGCONT');
    },
    cut: ways.cut,
    reconnect: ways.reconnect,
    fill: disk.fill,
    free: disk.free,
    log: () => daemon?.log() ?? '',
    async stop() {
      await kill();
      await ways.stop();
      disk.unmount();
    },
  };
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

async function ask(url: string): Promise<{ ok: boolean; body: unknown } | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_MS) });
    return { ok: answer.ok, body: await answer.json().catch(() => null) };
  } catch {
    return null;
  }
}

/** A folder that belongs to `account`, in memory and small where this computer mounts one. */
async function mountDisk(dir: string, { uid, gid }: Account) {
  await mkdir(dir);
  let mounted = true;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    mounted = false;
  }
  if (uid !== undefined && gid !== undefined) await chown(dir, uid, gid);
  const ballast = join(dir, 'ballast');
  return {
    async fill() {
      if (!mounted) return false;
      const file = await open(ballast, 'w');
      // Down to the last page.
      for (const size of [1024 * 1024, 4096]) {
        const chunk = Buffer.alloc(size);
        while ((await file.write(chunk).catch(() => ({ bytesWritten: 0 }))).bytesWritten === size);
      }
      await file.close();
      return true;
    },
    free: () => rm(ballast, { force: true }),
    unmount: () => mounted && void execFileSync('umount', ['--lazy', dir]),
  };
}
